/** Flags of the pricing service, read once at the edge. */
export interface PricingFlags {
  readonly winterPricing: boolean;
}

export const readFlags = (source: Readonly<Record<string, string | undefined>>): PricingFlags => ({
  winterPricing: source['winter_pricing'] === 'on',
});

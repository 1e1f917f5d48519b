/** Lines for whoever looks for the cause of a fault. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

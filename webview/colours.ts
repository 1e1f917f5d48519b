/** Colours of the theme for what is drawn on a canvas: all else follows the variables by itself. */

/** Distinct in every theme of VS Code. */
const CHARTS = ['blue', 'orange', 'green', 'purple', 'red', 'yellow'] as const;
const MORE = ['--vscode-terminal-ansiCyan', '--vscode-terminal-ansiMagenta', '--vscode-charts-foreground'] as const;

/** What is used where a theme has no such colour for charts, as those of high contrast have no orange. */
const INSTEAD: Readonly<Partial<Record<(typeof CHARTS)[number], string>>> = {
  orange: '--vscode-symbolIcon-classForeground',
};

/** Some themes have a transparent orange, which hardly shows on their background. */
const opaque = (colour: string): string =>
  colour.replace(/^(#[\da-f]{6})[\da-f]{2}$/i, '$1').replace(/^rgba\((.*),[^,]*\)$/, 'rgb($1)');

export interface Colours {
  readonly foreground: string;
  readonly muted: string;
  readonly line: string;
  readonly background: string;
  readonly focus: string;
  readonly selection: string;
  readonly red: string;
  readonly orange: string;
  readonly purple: string;
  readonly green: string;
  readonly blue: string;
  /** Of the n-th of several kinds. */
  kind(at: number): string;
}

/** The colours as they are now. */
export function themeColours(): Colours {
  const style = getComputedStyle(document.body);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  const foreground = of('--vscode-foreground') || 'CanvasText';
  const chart = (name: (typeof CHARTS)[number]): string =>
    opaque(of(`--vscode-charts-${name}`) || of(INSTEAD[name] ?? '')) || foreground;
  const kinds = [...CHARTS.map(chart), ...MORE.map((name) => of(name) || foreground)];
  return {
    foreground,
    muted: of('--vscode-descriptionForeground') || foreground,
    line: of('--vscode-contrastBorder') || of('--vscode-charts-lines') || foreground,
    background: of('--vscode-editor-background') || 'Canvas',
    focus: of('--vscode-focusBorder') || foreground,
    selection: of('--vscode-list-activeSelectionBackground') || 'transparent',
    red: chart('red'),
    orange: chart('orange'),
    purple: chart('purple'),
    green: chart('green'),
    blue: chart('blue'),
    kind: (at) => kinds[at % kinds.length] ?? foreground,
  };
}

/** Font of a size in pixels, in the family of VS Code. */
export const fontOf = (pixels: number, weight = 'normal'): string =>
  `${weight} ${String(pixels)}px ${getComputedStyle(document.body).fontFamily}`;

/** Whether the user asks for no motion, of the system or of VS Code. */
export const wantsNoMotion = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.classList.contains('vscode-reduce-motion');

/** The tokens of both themes. `npm run tokens -w packages/ui` generates `tokens.css` from this table. */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const tokens = {
	surface: { light: "#faf9f6", dark: "#141312" },
	raised: { light: "#ffffff", dark: "#1c1b19" },
	sunken: { light: "#f2f0eb", dark: "#0e0d0c" },
	hover: { light: "#eceae4", dark: "#282623" },
	ink: { light: "#1d1b18", dark: "#f3f0ea" },
	"ink-hover": { light: "#3a3732", dark: "#d8d3ca" },
	"on-ink": { light: "#faf9f6", dark: "#141312" },
	muted: { light: "#645f57", dark: "#a8a298" },
	line: { light: "#e3dfd8", dark: "#2e2b28" },
	control: { light: "#8b857b", dark: "#777168" },
	accent: { light: "#b23f12", dark: "#ff9465" },
	positive: { light: "#1c7141", dark: "#62cd90" },
	warning: { light: "#845400", dark: "#e3b450" },
	danger: { light: "#b01b32", dark: "#ff8589" },
	"wave-1": { light: "#d1491a", dark: "#ff8a57" },
	"wave-2": { light: "#a86a00", dark: "#f2bd52" },
	"wave-rest": { light: "#cbc5bb", dark: "#47433e" },
} as const satisfies Record<string, Record<Theme, string>>;

export type Token = keyof typeof tokens;

/**
 * Required contrast between foreground (`of`) and background (`on`): 4.5 for text, 3 for control outlines and
 * waveforms.
 */
export const contrastRules: { on: Token[]; of: Token[]; min: number }[] = [
	{
		on: ["surface", "raised", "sunken", "hover"],
		of: ["ink", "muted", "accent", "positive", "warning", "danger"],
		min: 4.5,
	},
	{ on: ["ink", "ink-hover"], of: ["on-ink"], min: 4.5 },
	{ on: ["danger"], of: ["surface"], min: 4.5 },
	{ on: ["surface", "raised", "sunken"], of: ["control", "wave-1", "wave-2"], min: 3 },
];

export function renderTokensCss(): string {
	const block = (selector: string, theme: Theme) =>
		[
			`${selector} {`,
			`\tcolor-scheme: ${theme};`,
			...Object.entries(tokens).map(([name, value]) => `\t--${name}: ${value[theme]};`),
			"}",
		].join("\n");
	return [
		"/* Written from tokens.ts by `npm run tokens -w packages/ui`: edit the table, not this file. */",
		block(':root,\n[data-theme="light"]', "light"),
		"",
		block('[data-theme="dark"]', "dark"),
		"",
	].join("\n");
}

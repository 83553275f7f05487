// Shapes of the margin marks as CSS images, also for their legend. Their colors come from the text.
import type { BlockMarkKind } from "./sentences.ts";

const shapes: Record<BlockMarkKind, string> = {
	locked: `<rect x="4" y="11" width="16" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/>`,
	misread: `<circle cx="12" cy="12" r="9"/><path d="M12 7v6m0 4v.01"/>`,
	stale: `<path d="M20 12a8 8 0 1 1-2.5-5.8L20 8.5"/><path d="M20 3v5.5h-5.5"/>`,
	new: `<circle cx="12" cy="12" r="5"/>`,
};

const image = (shape: string): string =>
	`url("data:image/svg+xml,${encodeURIComponent(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="black" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`,
	)}")`;

export const markImages: Record<BlockMarkKind, string> = {
	locked: image(shapes.locked),
	misread: image(shapes.misread),
	stale: image(shapes.stale),
	new: image(shapes.new),
};

export const markColors: Record<BlockMarkKind, string> = {
	locked: "var(--muted)",
	misread: "var(--danger)",
	stale: "var(--warning)",
	new: "var(--muted)",
};

export const markTexts: Record<BlockMarkKind, string> = {
	locked: "Locked",
	misread: "Misread",
	stale: "Stale",
	new: "No audio yet",
};

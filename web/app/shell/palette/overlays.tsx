import { Suspense, useMemo, useState } from "react";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { startKeystrokeBuffer, takeKeystrokeBuffer } from "./keystroke-buffer.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const loadPalette = () => import("./command-palette.tsx");
const CommandPalette = lazyPart(async () => (await loadPalette()).CommandPalette);
const ShortcutsSheet = lazyPart(async () => (await import("./shortcuts.tsx")).ShortcutsSheet);

type Shown = "none" | "palette" | "shortcuts";

/** The global overlays and their shortcuts. Their code is loaded on demand. */
export function useOverlays() {
	const [shown, show] = useState<Shown>("none");
	const handlers = useMemo(
		() => ({
			palette: () => {
				startKeystrokeBuffer();
				show("palette");
				// If loading fails, stop buffering keystrokes.
				loadPalette().catch(takeKeystrokeBuffer);
			},
			shortcuts: () => show("shortcuts"),
			close: () => {
				takeKeystrokeBuffer();
				show("none");
			},
			// Preload only: an error is reported when the palette is opened.
			preload: () => void loadPalette().catch(() => undefined),
		}),
		[],
	);
	useShortcuts(handlers);
	return { shown, ...handlers };
}

export function Overlays({ overlays }: { overlays: ReturnType<typeof useOverlays> }) {
	const { shown, shortcuts, close } = overlays;
	return (
		<Suspense fallback={null}>
			{shown === "palette" ? (
				<CommandPalette open onOpenChange={(open) => !open && close()} onShortcuts={shortcuts} />
			) : null}
			{shown === "shortcuts" ? <ShortcutsSheet open onOpenChange={(open) => !open && close()} /> : null}
		</Suspense>
	);
}

import { Suspense, useMemo, useState } from "react";
import { lazyPart } from "../lib/lazy-part.ts";
import { keepTypedAhead, takeTypedAhead } from "./typed-ahead.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const loadPalette = () => import("./command-palette.tsx");
const CommandPalette = lazyPart(async () => (await loadPalette()).CommandPalette);
const ShortcutsSheet = lazyPart(async () => (await import("./shortcuts.tsx")).ShortcutsSheet);

type Shown = "none" | "palette" | "shortcuts";

/** What can be opened from anywhere, and the keys that do it. None of it is fetched before it is near. */
export function useOverlays() {
	const [shown, show] = useState<Shown>("none");
	const handlers = useMemo(
		() => ({
			palette: () => {
				keepTypedAhead();
				show("palette");
				// Without a palette nothing waits for the keys.
				loadPalette().catch(takeTypedAhead);
			},
			shortcuts: () => show("shortcuts"),
			close: () => {
				takeTypedAhead();
				show("none");
			},
			// Only a head start: a failure is told when the palette is asked for.
			near: () => void loadPalette().catch(() => undefined),
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

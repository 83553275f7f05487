import { Plugin } from "@tiptap/pm/state";
import { type BlockKind, setBlockKind } from "./commands.ts";

type KeyActions = { undo: () => void; redo: () => void; comment: () => void };

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** Shortcuts as they are shown: "Ctrl+Alt+1". */
export const shortcutText = (keys: string) =>
	isMac ? keys.replace("Mod+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧") : keys.replace("Mod", "Ctrl");

export const editorKeys = ({ undo, redo, comment }: KeyActions) =>
	new Plugin({
		props: {
			handleKeyDown(view, event) {
				const mod = isMac ? event.metaKey : event.ctrlKey;
				// AltGr types characters, such as ² with AltGr+2.
				if (!mod || event.getModifierState("AltGraph")) return false;
				const key = event.key.toLowerCase();
				if (event.altKey) {
					const digit = /^Digit([0-3])$/.exec(event.code)?.[1] as BlockKind | undefined;
					if (digit) view.dispatch(setBlockKind(view.state, digit));
					else if (event.code === "KeyM") comment();
					return digit !== undefined || event.code === "KeyM";
				}
				if (key === "z") event.shiftKey ? redo() : undo();
				else if (key === "y" && !isMac) redo();
				else return false;
				return true;
			},
		},
	});

import { speechPath } from "../../lib/session/redirect.ts";

export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** Pages opened by G followed by a letter. */
export const goTo: Record<string, { to: string; label: string }> = {
	h: { to: "/app/home", label: "Home" },
	s: { to: speechPath, label: "Text to speech" },
	d: { to: "/app/speech-synthesis/text-to-dialogue", label: "Dialogue" },
	y: { to: `${speechPath}/history`, label: "History" },
	v: { to: "/app/voices", label: "Voices" },
	k: { to: "/app/settings/api-keys", label: "API keys" },
	u: { to: "/app/usage", label: "Usage" },
};

export type ShortcutAction = { do: "palette" | "shortcuts" | "await" } | { do: "go"; to: string };

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

const textFields = "input, textarea, select, [contenteditable=true]";
const overlays = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Resolves a key press to a global shortcut. Plain letters are ignored in text fields, dialogs and menus; the palette
 * shortcut works everywhere. `waiting`: the previous key was G.
 */
export function resolveShortcut(
	press: KeyPress,
	where: { isWithin: (selector: string) => boolean; waiting: boolean; apple: boolean },
): ShortcutAction | null {
	const { key, ctrlKey, metaKey, altKey } = press;
	if (key.toLowerCase() === "k" && !altKey && (where.apple ? metaKey && !ctrlKey : ctrlKey && !metaKey)) {
		return { do: "palette" };
	}
	if (ctrlKey || metaKey || altKey || where.isWithin(textFields) || where.isWithin(overlays)) return null;
	if (key === "?") return { do: "shortcuts" };
	if (where.waiting) {
		const item = goTo[key.toLowerCase()];
		return item ? { do: "go", to: item.to } : null;
	}
	return key.toLowerCase() === "g" ? { do: "await" } : null;
}

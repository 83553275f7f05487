import { speechPath } from "../lib/redirect.ts";

export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** After G, one of these leads to a page. */
export const goTo: Record<string, { to: string; label: string }> = {
	h: { to: "/app/home", label: "Home" },
	s: { to: speechPath, label: "Text to speech" },
	d: { to: "/app/speech-synthesis/text-to-dialogue", label: "Dialogue" },
	y: { to: `${speechPath}/history`, label: "History" },
	v: { to: "/app/voices", label: "Voices" },
	k: { to: "/app/settings/api-keys", label: "API keys" },
	u: { to: "/app/usage", label: "Usage" },
};

export type Meant = { do: "palette" | "shortcuts" | "await" } | { do: "go"; to: string };

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

const typing = "input, textarea, select, [contenteditable=true]";
const covered = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * What a key means for the whole app. Plain letters mean nothing where one types or where a dialog or menu has the keyboard; the
 * palette's key, which nobody types, works everywhere. `waiting`: the key before was G.
 */
export function meaningOf(
	pressed: Pressed,
	where: { within: (selector: string) => boolean; waiting: boolean; apple: boolean },
): Meant | null {
	const { key, ctrlKey, metaKey, altKey } = pressed;
	if (key.toLowerCase() === "k" && !altKey && (where.apple ? metaKey && !ctrlKey : ctrlKey && !metaKey)) {
		return { do: "palette" };
	}
	if (ctrlKey || metaKey || altKey || where.within(typing) || where.within(covered)) return null;
	if (key === "?") return { do: "shortcuts" };
	if (where.waiting) {
		const place = goTo[key.toLowerCase()];
		return place ? { do: "go", to: place.to } : null;
	}
	return key.toLowerCase() === "g" ? { do: "await" } : null;
}

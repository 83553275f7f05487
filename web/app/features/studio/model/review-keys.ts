// Keys of lists that are walked through with J and K.

export type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };
/** `isWithin` tells what contains the focus. */
export type KeyPlace = { isWithin: (selector: string) => boolean; inReview: boolean };

const textFields = "input, textarea, select, [contenteditable=true], [role=combobox]";
const overlays = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** The key in lower case if it is for the list. Outside of it only the keys that move, because they change nothing. */
export function reviewKey(
	{ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
	{ isWithin, inReview }: KeyPlace,
): string | null {
	if (ctrlKey || metaKey || altKey || isWithin(textFields) || isWithin(overlays)) return null;
	const pressed = key.toLowerCase();
	if (pressed === "j" || pressed === "k") return pressed;
	return inReview && !shiftKey ? pressed : null;
}

// What a visitor does on a public page before its scripts are there: kept, and done again once they are.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
	interface Window {
		/** Buttons pressed and fields filled in while the page could not answer yet, each in its order. */
		earlyDeeds?: { pressed: Set<HTMLButtonElement>; written: Set<Field> };
	}
}

/** Written into the page itself. Links, and forms that name where they go, work without scripts and are left alone. */
export const keepEarlyDeeds = [
	"window.earlyDeeds={pressed:new Set,written:new Set};",
	'document.addEventListener("input",({target})=>{window.earlyDeeds?.written.add(target)},true);',
	'document.addEventListener("click",event=>{const button=event.target.closest("button");',
	'if(!window.earlyDeeds||!button||button.form?.hasAttribute("action"))return;',
	"event.preventDefault();window.earlyDeeds.pressed.add(button)},true);",
].join("");

/**
 * Reads what was written before React takes the fields over: it puts its own text into them. The answer, to be called when the
 * page can answer, writes it again and presses what was pressed; a button pressed twice out of impatience, once.
 */
export function takeEarlyDeeds(): () => void {
	const { pressed = [], written = [] } = window.earlyDeeds ?? {};
	const values = [...written].map((field) => [field, field.value] as const);
	return () => {
		window.earlyDeeds = undefined;
		for (const [field, value] of values) write(field, value);
		for (const button of pressed) if (button.isConnected) button.click();
	};
}

function write(field: Field, value: string): void {
	if (!field.isConnected || field.value === value) return;
	// By the element's own setter: React puts another one on the instance, and would take the text for its own.
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
	field.dispatchEvent(new Event("input", { bubbles: true }));
}

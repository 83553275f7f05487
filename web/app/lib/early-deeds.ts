// What a visitor does on a public page before its scripts are there: kept, and done again once they are.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
	interface Window {
		/** Buttons pressed and what was written into fields while the page could not answer yet, each in its order. */
		earlyDeeds?: { pressed: Set<HTMLButtonElement>; written: Map<Field, string> };
	}
}

/**
 * Written into the page itself. Links, and forms that name where they go, work without scripts and are left alone. What is kept goes
 * no further: React listens before it has taken the page over, and would answer it a second time.
 */
export const keepEarlyDeeds = [
	"window.earlyDeeds={pressed:new Set,written:new Map};",
	"{const write=event=>{const deeds=window.earlyDeeds;",
	"if(deeds){event.stopImmediatePropagation();deeds.written.set(event.target,event.target.value)}};",
	'document.addEventListener("input",write,true);document.addEventListener("change",write,true);',
	'document.addEventListener("click",event=>{const deeds=window.earlyDeeds,button=event.target.closest("button");',
	'if(!deeds||!button||button.form?.hasAttribute("action"))return;',
	"event.preventDefault();event.stopImmediatePropagation();deeds.pressed.add(button)},true)}",
].join("");

/** Called when the page can answer. A button pressed twice out of impatience is pressed once. */
export function doEarlyDeeds(): void {
	const { pressed = [], written = [] } = window.earlyDeeds ?? {};
	window.earlyDeeds = undefined;
	for (const [field, value] of written) write(field, value);
	for (const button of pressed) if (button.isConnected) button.click();
}

function write(field: Field, value: string): void {
	if (!field.isConnected) return;
	// By the element's own setter: React puts another one on the instance, and would take the text for its own.
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
	field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

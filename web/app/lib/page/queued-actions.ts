// Queues what a visitor does on a public page before its scripts have loaded, and replays it afterwards.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
	interface Window {
		/** Clicked buttons and edited fields from before hydration, in order. */
		queuedActions?: { clicks: Set<HTMLButtonElement>; edits: Map<Field, string> };
	}
}

/**
 * Inlined into the page. Links, and forms with an action, work without scripts and are left alone. Queued events are
 * stopped: React listens before hydration and would handle them twice.
 */
export const queueActionsScript = [
	"window.queuedActions={clicks:new Set,edits:new Map};",
	"{const edit=event=>{const queued=window.queuedActions;",
	"if(queued){event.stopImmediatePropagation();queued.edits.set(event.target,event.target.value)}};",
	'document.addEventListener("input",edit,true);document.addEventListener("change",edit,true);',
	'document.addEventListener("click",event=>{const queued=window.queuedActions,button=event.target.closest("button");',
	'if(!queued||!button||button.form?.hasAttribute("action"))return;',
	"event.preventDefault();event.stopImmediatePropagation();queued.clicks.add(button)},true)}",
].join("");

/** Replays the queue after hydration. Repeated clicks on a button count once. */
export function replayQueuedActions(): void {
	const { clicks = [], edits = [] } = window.queuedActions ?? {};
	window.queuedActions = undefined;
	for (const [field, value] of edits) setValue(field, value);
	for (const button of clicks) if (button.isConnected) button.click();
}

function setValue(field: Field, value: string): void {
	if (!field.isConnected) return;
	// Use the prototype's setter: React overrides it on the instance and would ignore the change.
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
	field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

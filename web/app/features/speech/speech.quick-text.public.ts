// The text field of the quick composer, also shown before the app has loaded.

export const quickPlaceholder = "Type a sentence to generate speech.";

export const quickTextClass =
	"field-sizing-content block max-h-64 min-h-24 w-full resize-none rounded-t-card bg-transparent px-4 pt-4 pb-2 text-[17px] leading-7 outline-none placeholder:text-muted focus-visible:shadow-[inset_2px_0_0_var(--ink)]";

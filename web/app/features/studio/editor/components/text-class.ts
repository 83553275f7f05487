/** Style of the text field: of the blocks, of passages with a voice, of comments and of other people's cursors. */
export const textClass = [
	"min-h-80 flex-1 whitespace-break-spaces break-words rounded-sm text-base/7 outline-none [font-variant-ligatures:none]",
	"focus-visible:outline-2 focus-visible:outline-ink focus-visible:outline-offset-8",
	"[&>*]:relative [&>*]:mb-3 [&>h2]:mt-6 [&>h2]:font-semibold [&>h2]:text-2xl/9 [&>h3]:mt-5 [&>h3]:font-semibold [&>h3]:text-xl/8 [&>h4]:mt-4 [&>h4]:font-semibold [&>h4]:text-lg/7 [&>:first-child]:mt-0",
	// Blocks out of sight are not laid out. Names of cursors stand out of a block.
	"[&>*]:[content-visibility:auto] [&>*]:[contain-intrinsic-block-size:auto_7rem] [&>*]:[overflow-clip-margin:1.5rem]",
	// Who speaks in a block and its voices, above it.
	"[&>[data-speakers]]:before:block [&>[data-speakers]]:before:select-none [&>[data-speakers]]:before:font-normal [&>[data-speakers]]:before:text-muted [&>[data-speakers]]:before:text-xs [&>[data-speakers]]:before:content-[attr(data-speakers)]",
	"[&>[data-speakers][data-voices]]:before:content-[attr(data-speakers)_'_·_'_attr(data-voices)]",
	"[&>[data-voices]]:before:block [&>[data-voices]]:before:select-none [&>[data-voices]]:before:font-normal [&>[data-voices]]:before:text-muted [&>[data-voices]]:before:text-xs [&>[data-voices]]:before:content-[attr(data-voices)]",
	"[&_.voice-passage]:border-b-2 [&_.voice-passage]:[border-image:linear-gradient(90deg_in_oklch,var(--voice-from),var(--voice-to))_1] [&_.voice-passage]:bg-[color-mix(in_srgb,var(--voice-from)_9%,transparent)]",
	"[&_.line-passage]:border-b-2 [&_.line-passage]:border-[color:var(--voice-from,var(--control))] [&_.line-unsure]:border-dotted",
	// What is stale, misread, locked or without audio, in the margin.
	"[&>[data-mark]]:after:absolute [&>[data-mark]]:after:top-1.5 [&>[data-mark]]:after:-start-4 [&>[data-mark]]:after:size-3 [&>[data-mark]]:after:bg-(--mark-color) [&>[data-mark]]:after:content-[''] [&>[data-mark]]:after:[mask:var(--mark)_center/contain_no-repeat] md:[&>[data-mark]]:after:-start-6 md:[&>[data-mark]]:after:size-4",
	"[&_.spoken-sentence]:rounded-[3px] [&_.spoken-sentence]:bg-[color-mix(in_srgb,var(--accent)_18%,transparent)] [&_.spoken-sentence]:box-decoration-clone",
	"[&_.commented]:underline [&_.commented]:decoration-2 [&_.commented]:decoration-dotted [&_.commented]:decoration-warning [&_.commented]:underline-offset-4",
	"[&_.other-caret]:pointer-events-none [&_.other-caret]:relative [&_.other-caret]:-mx-px [&_.other-caret]:border-(--caret) [&_.other-caret]:border-l-2",
	"[&_.other-caret]:after:absolute [&_.other-caret]:after:bottom-full [&_.other-caret]:after:-left-0.5 [&_.other-caret]:after:z-10 [&_.other-caret]:after:whitespace-nowrap [&_.other-caret]:after:rounded-sm [&_.other-caret]:after:border-2 [&_.other-caret]:after:border-(--caret) [&_.other-caret]:after:bg-raised [&_.other-caret]:after:px-1 [&_.other-caret]:after:font-medium [&_.other-caret]:after:text-[11px]/4 [&_.other-caret]:after:text-ink [&_.other-caret]:after:content-[attr(data-name)]",
	"[&_[data-placeholder]]:before:pointer-events-none [&_[data-placeholder]]:before:text-muted [&_[data-placeholder]]:before:float-left [&_[data-placeholder]]:before:h-0 [&_[data-placeholder]]:before:content-[attr(data-placeholder)]",
].join(" ");

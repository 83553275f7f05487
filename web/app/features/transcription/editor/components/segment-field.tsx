import { formatTime } from "@timbre/ui/audio/time.ts";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Segment, segmentStart, segmentText } from "../model/document.ts";
import { positionOfWord } from "../model/edits.ts";

export type SegmentFieldActions = {
	/** Saves the text and closes the field. `refocus`: the keyboard stays in the transcript. */
	saveText: (segmentId: number, text: string, refocus: boolean) => void;
	splitText: (segmentId: number, text: string, position: number) => void;
	cancelEdit: () => void;
};

type SegmentFieldProps = {
	segment: Segment;
	index: number;
	/** The word to select. */
	selected: number | null;
	actions: SegmentFieldActions;
};

/** Edits the text of a segment in place. */
export function SegmentField({ segment, selected, actions }: SegmentFieldProps) {
	const [text, setText] = useState(() => segmentText(segment));
	const field = useRef<HTMLTextAreaElement>(null);
	/** Closed by a key: losing the focus then must not save again. */
	const closed = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: only when the field opens
	useEffect(() => {
		const element = field.current;
		if (!element) return;
		element.focus({ preventScroll: true });
		const from = selected === null ? text.length : positionOfWord(segment, selected);
		element.setSelectionRange(from, from + (selected === null ? 0 : (segment.words[selected]?.text.length ?? 0)));
	}, []);
	// As tall as its text.
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever the text changes
	useLayoutEffect(() => {
		const element = field.current;
		if (!element) return;
		element.style.height = "auto";
		element.style.height = `${element.scrollHeight}px`;
	}, [text]);
	const close = (finish: () => void) => {
		if (closed.current) return;
		closed.current = true;
		finish();
	};
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		// Enter may confirm a word of an input method.
		if (event.nativeEvent.isComposing) return;
		if (event.key === "Escape") close(actions.cancelEdit);
		else if (event.key === "Enter" && event.shiftKey)
			close(() => actions.splitText(segment.id, text, event.currentTarget.selectionStart));
		else if (event.key === "Enter") close(() => actions.saveText(segment.id, text, true));
		else return;
		event.preventDefault();
		event.stopPropagation();
	};
	return (
		<div>
			<textarea
				ref={field}
				dir="auto"
				rows={1}
				aria-label={`Text at ${formatTime(segmentStart(segment))}`}
				aria-keyshortcuts="Enter Shift+Enter Escape"
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={onKeyDown}
				onBlur={() => {
					// The window lost the focus, not the field.
					if (document.activeElement === field.current) return;
					close(() => actions.saveText(segment.id, text, false));
				}}
				className="-mx-2 -my-1 block w-[calc(100%+16px)] resize-none overflow-hidden rounded-control border border-control bg-raised px-2 py-1 text-[15px] leading-7 outline-offset-0"
			/>
			<p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted">
				<span>
					<Kbd>Enter</Kbd> saves
				</span>
				<span>
					<Kbd>Shift</Kbd> <Kbd>Enter</Kbd> splits here
				</span>
				<span>
					<Kbd>Esc</Kbd> cancels
				</span>
			</p>
		</div>
	);
}

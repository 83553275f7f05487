import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { count } from "../../../../lib/text/format.ts";
import type { SearchOptions } from "../model/search.ts";

type FindBarProps = {
	field: Ref<HTMLInputElement>;
	options: SearchOptions;
	onOptions: (options: SearchOptions) => void;
	replacement: string;
	onReplacement: (text: string) => void;
	total: number;
	/** The number of the match the user is at, from 1. */
	at: number;
	onStep: (step: 1 | -1) => void;
	onReplace: () => void;
	onReplaceAll: () => void;
	onClose: () => void;
};

/** Finds and replaces text. Enter goes to the next match, Escape closes. */
export function FindBar(props: FindBarProps) {
	const { options, onOptions, total, at } = props;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape") props.onClose();
		else return;
		event.preventDefault();
	};
	const result = options.text.trim() === "" ? "" : total === 0 ? "No matches" : `${count(at)} of ${count(total)}`;
	return (
		<search
			aria-label="Find and replace"
			onKeyDown={onKeyDown}
			className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-sunken px-4 py-2 md:px-8"
		>
			<form
				className="flex min-w-0 flex-1 basis-72 items-center gap-1"
				onSubmit={(event) => {
					event.preventDefault();
					props.onStep(1);
				}}
			>
				<Input
					ref={props.field}
					aria-label="Find"
					placeholder="Find"
					autoFocus
					autoComplete="off"
					className="h-8"
					value={options.text}
					onChange={(event) => onOptions({ ...options, text: event.target.value })}
				/>
				<p role="status" className="min-w-20 whitespace-nowrap text-center text-[13px] text-muted tabular">
					{result}
				</p>
				<IconButton label="Previous match" size="small" disabled={total === 0} onClick={() => props.onStep(-1)}>
					<ChevronUp aria-hidden="true" />
				</IconButton>
				<IconButton label="Next match" size="small" type="submit" disabled={total === 0}>
					<ChevronDown aria-hidden="true" />
				</IconButton>
			</form>
			<form
				className="flex min-w-0 flex-1 basis-72 items-center gap-2"
				onSubmit={(event) => {
					event.preventDefault();
					props.onReplace();
				}}
			>
				<Input
					aria-label="Replace with"
					placeholder="Replace with"
					autoComplete="off"
					className="h-8"
					value={props.replacement}
					onChange={(event) => props.onReplacement(event.target.value)}
				/>
				<Button size="small" type="submit" disabled={total === 0}>
					Replace
				</Button>
				<Button size="small" disabled={total === 0} onClick={props.onReplaceAll}>
					Replace all
				</Button>
			</form>
			<div className="flex items-center gap-4 max-sm:w-full">
				<Checkbox
					label="Match case"
					checked={options.matchCase}
					onChange={(matchCase) => onOptions({ ...options, matchCase })}
				/>
				<Checkbox
					label="Whole words"
					checked={options.wholeWords}
					onChange={(wholeWords) => onOptions({ ...options, wholeWords })}
				/>
				<IconButton label="Close find and replace" size="small" className="ml-auto" onClick={props.onClose}>
					<X aria-hidden="true" />
				</IconButton>
			</div>
		</search>
	);
}

import { Slider } from "@timbre/ui/primitives/forms/slider.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { ChevronDown, ChevronUp, Keyboard, Redo2, Search, SlidersHorizontal, Undo2 } from "lucide-react";
import { counted } from "../../../../lib/text/format.ts";
import type { Editor } from "./use-editor.ts";

type EditorToolbarProps = {
	editor: Editor;
	finding: boolean;
	onFind: () => void;
	doubtful: number;
	onReview: (direction: 1 | -1) => void;
	threshold: number;
	onThreshold: (threshold: number) => void;
};

const modifier = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

export function EditorToolbar(props: EditorToolbarProps) {
	const { editor, finding, doubtful, onReview } = props;
	return (
		<section aria-label="Editing" className="flex flex-wrap items-center gap-x-1 gap-y-2">
			<IconButton label="Undo" size="small" disabled={!editor.canUndo} onClick={editor.undo}>
				<Undo2 aria-hidden="true" />
			</IconButton>
			<IconButton label="Redo" size="small" disabled={!editor.canRedo} onClick={editor.redo}>
				<Redo2 aria-hidden="true" />
			</IconButton>
			<IconButton label="Find and replace" size="small" aria-expanded={finding} onClick={props.onFind}>
				<Search aria-hidden="true" />
			</IconButton>
			<KeyHelp />
			<div className="flex items-center gap-1 border-line max-md:ml-auto md:ml-3 md:border-l md:pl-4">
				<p className="mr-1 whitespace-nowrap text-[13px] tabular" role="status">
					{doubtful === 0 ? "No doubtful words" : counted(doubtful, "doubtful word")}
				</p>
				<IconButton
					label="Previous doubtful word"
					size="small"
					disabled={doubtful === 0}
					aria-keyshortcuts="p"
					onClick={() => onReview(-1)}
				>
					<ChevronUp aria-hidden="true" />
				</IconButton>
				<IconButton
					label="Next doubtful word"
					size="small"
					disabled={doubtful === 0}
					aria-keyshortcuts="n"
					onClick={() => onReview(1)}
				>
					<ChevronDown aria-hidden="true" />
				</IconButton>
				<Threshold threshold={props.threshold} onThreshold={props.onThreshold} />
			</div>
			<p className="ml-auto hidden items-center gap-3 text-[13px] text-muted xl:flex">
				{reviewKeys.map(({ key, what }) => (
					<span key={key}>
						<Kbd>{key}</Kbd> {what}
					</span>
				))}
			</p>
		</section>
	);
}

const reviewKeys = [
	{ key: "N", what: "next doubtful word" },
	{ key: "C", what: "correct" },
	{ key: "Enter", what: "edit" },
	{ key: "Space", what: "play" },
];

/** Which words are marked, with a legend. */
function Threshold({ threshold, onThreshold }: Pick<EditorToolbarProps, "threshold" | "onThreshold">) {
	const percent = Math.round(threshold * 100);
	return (
		<Popover>
			<PopoverTrigger asChild>
				<IconButton label="Which words are doubtful" size="small">
					<SlidersHorizontal aria-hidden="true" />
				</IconButton>
			</PopoverTrigger>
			<PopoverContent align="start" aria-label="Which words are doubtful" className="flex w-72 flex-col gap-3">
				<p className="flex justify-between font-medium">
					Mark words below
					<span className="tabular">{percent}%</span>
				</p>
				<Slider
					label="Mark words below this confidence"
					value={percent}
					min={0}
					max={95}
					step={5}
					valueText={`${percent} percent`}
					onChange={(next) => onThreshold(next / 100)}
				/>
				<p className="text-[13px] text-muted">
					The confidence is how probable the model found each word. Edited words are not marked.
				</p>
				<ul aria-label="Legend" className="flex flex-col gap-1 text-[13px]">
					<li>
						<span className="rounded-[3px] bg-[color-mix(in_srgb,var(--warning)_12%,transparent)] px-1 underline decoration-2 decoration-dotted decoration-warning underline-offset-4">
							doubtful
						</span>{" "}
						below {percent}%
					</li>
					<li>
						<span className="rounded-[3px] bg-[color-mix(in_srgb,var(--danger)_14%,transparent)] px-1 underline decoration-1 decoration-danger decoration-wavy underline-offset-4">
							very doubtful
						</span>{" "}
						below {Math.round(percent / 2)}%
					</li>
				</ul>
			</PopoverContent>
		</Popover>
	);
}

const allKeys: { keys: string[]; what: string }[] = [
	{ keys: ["N"], what: "Next doubtful word" },
	{ keys: ["P"], what: "Previous doubtful word" },
	{ keys: ["C"], what: "Mark as correct, go to the next" },
	{ keys: ["Enter"], what: "Edit from this word" },
	{ keys: ["Space"], what: "Play from this word, or pause" },
	{ keys: ["Shift", "Enter"], what: "Split in front of this word" },
	{ keys: ["M"], what: "Merge with the previous segment" },
	{ keys: ["←", "→"], what: "Previous or next word" },
	{ keys: ["↑", "↓"], what: "Previous or next segment" },
	{ keys: [modifier, "Z"], what: "Undo" },
	{ keys: [modifier, "Shift", "Z"], what: "Redo" },
	{ keys: [modifier, "F"], what: "Find and replace" },
];

function KeyHelp() {
	return (
		<Popover>
			<PopoverTrigger asChild>
				<IconButton label="Keys" size="small" className="max-md:hidden">
					<Keyboard aria-hidden="true" />
				</IconButton>
			</PopoverTrigger>
			<PopoverContent align="start" aria-label="Keys" className="w-80">
				<p className="pb-1 text-[13px] text-muted">While a word of the transcript has the focus:</p>
				<dl>
					{allKeys.map(({ keys, what }) => (
						<div
							key={what}
							className="flex items-center justify-between gap-4 border-line border-b py-1.5 last:border-b-0"
						>
							<dt>{what}</dt>
							<dd className="flex shrink-0 gap-1">
								{keys.map((key) => (
									<Kbd key={key}>{key}</Kbd>
								))}
							</dd>
						</div>
					))}
				</dl>
			</PopoverContent>
		</Popover>
	);
}

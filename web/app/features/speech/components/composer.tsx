import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Square } from "lucide-react";
import {
	type ClipboardEvent,
	type DragEvent,
	type KeyboardEvent,
	type ReactNode,
	useEffect,
	useRef,
	useState,
} from "react";
import { useLocation } from "react-router";
import { docxText } from "../../../lib/docx.ts";
import type { DraftState } from "../../../lib/draft.ts";
import { bytes } from "../../../lib/format.ts";
import { fileText, pastedText, readableFiles, speakable } from "../../../lib/paste.ts";
import { toaster } from "../../../lib/toaster.ts";
import { CostLine, type Price } from "./cost-line.tsx";
import { paidPieces, type Sentence } from "./paid-sentences.ts";
import { starters } from "./starters.ts";

type ComposerProps = {
	text: string;
	onTextChange: (text: string) => void;
	draft: DraftState;
	price: Price;
	sentences: readonly Sentence[];
	busy: boolean;
	onGenerate: () => void;
	onStop: () => void;
	/** What went wrong, and what came of it: between the text and the button. */
	children?: ReactNode;
	/** Stands left of the button: the phone's way to voice and settings. */
	settings?: ReactNode;
	newTake?: ReactNode;
};

export const modifier = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

/** Above this no second copy of the text lies under it: a browser lays out one long text well, two not. */
const mostUnderlaid = 20_000;
const mostFileBytes = 5_000_000;

export function Composer(props: ComposerProps) {
	const { busy, price } = props;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (price.ready && !busy) props.onGenerate();
	};
	return (
		<div className="flex min-h-0 min-w-0 flex-1 flex-col">
			<Writing {...props} onKeyDown={onKeyDown} />
			{props.children}
			<div
				data-tour="generate"
				className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-3 md:px-8 lg:px-12"
			>
				<CostLine id="composer-count" price={price} draft={props.draft} />
				<div className="ml-auto flex min-w-0 items-center gap-2 max-md:w-full">
					{props.settings}
					{busy ? (
						<Button variant="primary" onClick={props.onStop} className="max-md:ml-auto">
							<Square aria-hidden="true" fill="currentColor" className="!size-3" />
							Stop
						</Button>
					) : (
						<>
							{props.newTake}
							<Button variant="primary" disabled={!price.ready} onClick={props.onGenerate} className="max-md:ml-auto">
								Generate
								<Kbd className="-mr-1 border-current/30 bg-transparent text-current max-md:hidden">{modifier} ↵</Kbd>
							</Button>
						</>
					)}
				</div>
			</div>
		</div>
	);
}

const page =
	"whitespace-pre-wrap break-words px-4 py-6 text-[17px] leading-7 md:px-8 lg:pr-[max(3rem,calc(100%-52rem))] lg:pl-12";

/** The text itself. Sentences that are paid for already lie underlined beneath it. */
function Writing({ text, onTextChange, price, sentences, onKeyDown }: ComposerProps & { onKeyDown: KeyHandler }) {
	const area = useRef<HTMLTextAreaElement>(null);
	const { state } = useLocation();
	// Whoever came to write is at the text already.
	useEffect(() => {
		if (state?.write) area.current?.focus();
	}, [state]);
	const [dropping, setDropping] = useState(false);
	const underlaid = text.length <= mostUnderlaid;
	const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
		const clean = pastedText(event.clipboardData);
		if (clean === undefined) return;
		event.preventDefault();
		insert(event.currentTarget, clean);
	};
	const onDrop = (event: DragEvent) => {
		setDropping(false);
		const file = event.dataTransfer.files[0];
		if (!file || !area.current) return;
		event.preventDefault();
		void readFile(file, area.current);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file; pasting its words does the same
		<div
			className="relative min-h-0 flex-1 overflow-y-auto"
			onDragOver={(event) => {
				if (!event.dataTransfer.types.includes("Files")) return;
				event.preventDefault();
				setDropping(true);
			}}
			onDragLeave={() => setDropping(false)}
			onDrop={onDrop}
		>
			<div className={cn("grid", underlaid ? "min-h-full" : "h-full")}>
				{underlaid ? <Underlay text={text} sentences={sentences} /> : null}
				<textarea
					ref={area}
					aria-label="Text to speak"
					data-tour="text"
					aria-describedby="composer-count"
					aria-invalid={price.tooLong || undefined}
					placeholder="Write or paste what should be spoken, or drop a text file here."
					spellCheck={underlaid}
					value={text}
					onChange={(event) => onTextChange(event.target.value)}
					onKeyDown={onKeyDown}
					onPaste={onPaste}
					className={cn(
						page,
						"relative col-start-1 row-start-1 size-full resize-none bg-transparent text-ink outline-none placeholder:text-muted focus-visible:shadow-[inset_2px_0_0_var(--ink)]",
						underlaid ? "overflow-hidden" : "overflow-y-auto",
					)}
				/>
			</div>
			{text === "" ? (
				<div className="absolute inset-x-4 bottom-4 flex flex-wrap gap-2 md:inset-x-8 lg:inset-x-12">
					{starters.map((starter) => (
						<Button key={starter.label} size="small" onClick={() => onTextChange(starter.text)}>
							{starter.label}
						</Button>
					))}
				</div>
			) : null}
			{dropping ? (
				<div className="pointer-events-none absolute inset-3 flex items-center justify-center rounded-card border-2 border-ink border-dashed bg-surface/90">
					<p className="font-medium">Drop a text file to read it in</p>
				</div>
			) : null}
		</div>
	);
}

type KeyHandler = (event: KeyboardEvent) => void;

function Underlay({ text, sentences }: { text: string; sentences: readonly Sentence[] }) {
	return (
		<div aria-hidden="true" className={cn(page, "pointer-events-none col-start-1 row-start-1 text-transparent")}>
			{paidPieces(text, sentences).map((piece) =>
				piece.paid ? (
					<span
						key={piece.at}
						className="underline decoration-2 decoration-[var(--wave-rest)] decoration-dotted underline-offset-[7px]"
					>
						{piece.text}
					</span>
				) : (
					piece.text
				),
			)}
			{/* A last empty line has a height only when something stands on it. */}
			{"\u200b"}
		</div>
	);
}

/** Puts words where the cursor is, as typing would: it can be undone. */
function insert(area: HTMLTextAreaElement, words: string) {
	area.focus();
	if (document.execCommand("insertText", false, words)) return;
	area.setRangeText(words, area.selectionStart, area.selectionEnd, "end");
	area.dispatchEvent(new Event("input", { bubbles: true }));
}

async function readFile(file: File, area: HTMLTextAreaElement) {
	const kinds = [...readableFiles, "docx"].map((kind) => `.${kind}`).join(", ");
	if (file.size > mostFileBytes) {
		toaster.show({
			tone: "danger",
			title: `${file.name} is too long`,
			detail: `At most ${bytes(mostFileBytes)} at once.`,
		});
		return;
	}
	const words = /\.docx$/i.test(file.name)
		? speakable((await docxText(new Uint8Array(await file.arrayBuffer()))) ?? "")
		: fileText(file.name, await file.text());
	if (words) insert(area, words);
	else toaster.show({ tone: "danger", title: `${file.name} was not read`, detail: `What can be read: ${kinds}.` });
}

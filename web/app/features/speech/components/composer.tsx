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
import type { DraftState } from "../../../lib/forms/draft.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { bytes } from "../../../lib/text/format.ts";
import { fileText, pastedText, readableExtensions, stripInvisible } from "../../../lib/text/paste.ts";
import { exampleTexts } from "../model/example-texts.ts";
import { paidSpans, type Sentence } from "../model/paid-sentences.ts";
import type { Price } from "../model/price.ts";
import { CostLine } from "./cost-line.tsx";

type ComposerProps = {
	text: string;
	onTextChange: (text: string) => void;
	draft: DraftState;
	price: Price;
	sentences: readonly Sentence[];
	busy: boolean;
	onGenerate: () => void;
	onStop: () => void;
	/** Errors and the result, shown between the text and the button. */
	children?: ReactNode;
	/** Shown left of the button on phones, for voice and settings. */
	settings?: ReactNode;
	newTake?: ReactNode;
};

export const modifier = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

/** Longer texts have no underlay: browsers lay out one long text well, but not two. */
const maxUnderlayCharacters = 20_000;
const maxFileBytes = 5_000_000;

export function Composer(props: ComposerProps) {
	const { busy, price } = props;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (price.ready && !busy) props.onGenerate();
	};
	return (
		<div className="flex min-h-0 min-w-0 flex-1 flex-col">
			<TextEditor {...props} onKeyDown={onKeyDown} />
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

/** The text area. An underlay marks sentences that are already paid for. */
function TextEditor({ text, onTextChange, price, sentences, onKeyDown }: ComposerProps & { onKeyDown: KeyHandler }) {
	const area = useRef<HTMLTextAreaElement>(null);
	const { state } = useLocation();
	// Focus the text if the user came here to write.
	useEffect(() => {
		if (state?.write) area.current?.focus();
	}, [state]);
	const [dropping, setDropping] = useState(false);
	const hasUnderlay = text.length <= maxUnderlayCharacters;
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
		// biome-ignore lint/a11y/noStaticElementInteractions: a drop target for files; pasting the text does the same
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
			<div className={cn("grid", hasUnderlay ? "min-h-full" : "h-full")}>
				{hasUnderlay ? <Underlay text={text} sentences={sentences} /> : null}
				<textarea
					ref={area}
					aria-label="Text to speak"
					data-tour="text"
					aria-describedby="composer-count"
					aria-invalid={price.tooLong || undefined}
					placeholder="Type or paste text, or drop a text file here."
					spellCheck={hasUnderlay}
					value={text}
					onChange={(event) => onTextChange(event.target.value)}
					onKeyDown={onKeyDown}
					onPaste={onPaste}
					className={cn(
						page,
						"relative col-start-1 row-start-1 size-full resize-none bg-transparent text-ink outline-none placeholder:text-muted focus-visible:shadow-[inset_2px_0_0_var(--ink)]",
						hasUnderlay ? "overflow-hidden" : "overflow-y-auto",
					)}
				/>
			</div>
			{text === "" ? (
				<div className="absolute inset-x-4 bottom-4 flex flex-wrap gap-2 md:inset-x-8 lg:inset-x-12">
					{exampleTexts.map((example) => (
						<Button key={example.label} size="small" onClick={() => onTextChange(example.text)}>
							{example.label}
						</Button>
					))}
				</div>
			) : null}
			{dropping ? (
				<div className="pointer-events-none absolute inset-3 flex items-center justify-center rounded-card border-2 border-ink border-dashed bg-surface/90">
					<p className="font-medium">Drop a text file to insert its text</p>
				</div>
			) : null}
		</div>
	);
}

type KeyHandler = (event: KeyboardEvent) => void;

function Underlay({ text, sentences }: { text: string; sentences: readonly Sentence[] }) {
	return (
		<div aria-hidden="true" className={cn(page, "pointer-events-none col-start-1 row-start-1 text-transparent")}>
			{paidSpans(text, sentences).map((span) =>
				span.paid ? (
					<span
						key={span.at}
						className="underline decoration-2 decoration-[var(--wave-rest)] decoration-dotted underline-offset-[7px]"
					>
						{span.text}
					</span>
				) : (
					span.text
				),
			)}
			{/* An empty last line has a height only if it contains something. */}
			{"\u200b"}
		</div>
	);
}

/** Inserts text at the cursor as typing would, so that it can be undone. */
function insert(area: HTMLTextAreaElement, inserted: string) {
	area.focus();
	if (document.execCommand("insertText", false, inserted)) return;
	area.setRangeText(inserted, area.selectionStart, area.selectionEnd, "end");
	area.dispatchEvent(new Event("input", { bubbles: true }));
}

async function readDocx(file: File): Promise<string | undefined> {
	// Loaded on first use: few visitors open a document.
	const { docxText } = await import("../../../lib/text/docx.ts");
	return docxText(new Uint8Array(await file.arrayBuffer()));
}

async function readFile(file: File, area: HTMLTextAreaElement) {
	const types = [...readableExtensions, "docx"].map((extension) => `.${extension}`).join(", ");
	if (file.size > maxFileBytes) {
		toaster.show({
			tone: "danger",
			title: `${file.name} is too large`,
			detail: `Use a file of up to ${bytes(maxFileBytes)}.`,
		});
		return;
	}
	const content = /\.docx$/i.test(file.name)
		? stripInvisible((await readDocx(file).catch(() => undefined)) ?? "")
		: fileText(file.name, await file.text());
	if (content) insert(area, content);
	else toaster.show({ tone: "danger", title: `Couldn't read ${file.name}`, detail: `Supported file types: ${types}.` });
}

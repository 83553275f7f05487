import type { Alignment } from "@timbre/ui/audio/player/player-item.ts";
import { HighlightedText } from "@timbre/ui/audio/words/highlighted-text.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FileUp } from "lucide-react";
import {
	type ClipboardEvent,
	type DragEvent,
	Fragment,
	type KeyboardEvent,
	type ReactNode,
	type RefObject,
	useDeferredValue,
	useEffect,
	useRef,
	useState,
} from "react";
import { useLocation } from "react-router";
import { player } from "../../../lib/audio/player.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { bytes } from "../../../lib/text/format.ts";
import { fileText, pastedText, readableExtensions, stripInvisible } from "../../../lib/text/paste.ts";
import { exampleTexts } from "../model/example-texts.ts";
import { paidSpans, type Sentence, type Span } from "../model/paid-sentences.ts";
import type { Price } from "../model/price.ts";

/** A word of the text with its own element, which is given the word. */
export type EditorMark = Span & { element: (word: string) => ReactNode };

export type TextEditorProps = {
	text: string;
	onTextChange: (text: string) => void;
	price: Price;
	sentences: readonly Sentence[];
	onKeyDown: (event: KeyboardEvent) => void;
	onCaretChange: (offset: number) => void;
	/** The file input, so that a button elsewhere can open it. */
	picker: RefObject<HTMLInputElement | null>;
	/** The generation of this text, whose words are highlighted as they are spoken. */
	result: { itemId: string; alignment: Alignment | null; marks: readonly EditorMark[] } | null;
};

/** Longer texts have no layers: browsers lay out one long text well, but not several. */
export const maxMarkedCharacters = 20_000;
const maxFileBytes = 5_000_000;
const readableTypes = [...readableExtensions, "docx"].map((extension) => `.${extension}`);

const page =
	"whitespace-pre-wrap break-words px-4 py-6 text-[17px] leading-7 md:px-8 lg:pr-[max(3rem,calc(100%-52rem))] lg:pl-12";

/** The text area. Layers behind it mark paid sentences and the spoken word; one above it marks misread words. */
export function TextEditor({
	text,
	onTextChange,
	price,
	sentences,
	onKeyDown,
	onCaretChange,
	picker,
	result,
}: TextEditorProps) {
	const area = useRef<HTMLTextAreaElement>(null);
	const { state } = useLocation();
	// Focus the text if the user came here to write.
	useEffect(() => {
		if (state?.write) area.current?.focus();
	}, [state]);
	const [dropping, setDropping] = useState(false);
	const hasUnderlay = text.length <= maxMarkedCharacters;
	// Drawing thousands of words must not delay typing.
	const drawnText = useDeferredValue(text);
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
				{hasUnderlay && result ? (
					<HighlightedText
						text={drawnText}
						alignment={result.alignment}
						engine={player}
						itemId={result.itemId}
						behindField
						className={cn(page, "col-start-1 row-start-1")}
					/>
				) : null}
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
					onSelect={(event) => onCaretChange(event.currentTarget.selectionStart)}
					onPaste={onPaste}
					className={cn(
						page,
						"relative col-start-1 row-start-1 size-full resize-none bg-transparent text-ink outline-none placeholder:text-muted focus-visible:shadow-[inset_2px_0_0_var(--ink)]",
						hasUnderlay ? "overflow-hidden" : "overflow-y-auto",
					)}
				/>
				{hasUnderlay && result && result.marks.length > 0 ? <MisreadLayer text={text} marks={result.marks} /> : null}
			</div>
			<input
				ref={picker}
				type="file"
				accept={readableTypes.join(",")}
				aria-label="Text file"
				tabIndex={-1}
				className="sr-only"
				onChange={(event) => {
					const file = event.target.files?.[0];
					// The same file can be chosen again.
					event.target.value = "";
					if (file && area.current) void readFile(file, area.current);
				}}
			/>
			{text === "" ? (
				<div className="absolute inset-x-4 bottom-4 flex flex-wrap gap-2 md:inset-x-8 lg:inset-x-12">
					<Button size="small" onClick={() => picker.current?.click()}>
						<FileUp aria-hidden="true" />
						Import a file
					</Button>
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

/** Misread words above the text, so that they can be clicked and reached with Tab. The rest lets clicks through. */
function MisreadLayer({ text, marks }: { text: string; marks: readonly EditorMark[] }) {
	let at = 0;
	const parts = marks.map(({ start, end, element }) => {
		const before = text.slice(at, start);
		at = end;
		return (
			<Fragment key={start}>
				<span aria-hidden="true">{before}</span>
				{element(text.slice(start, end))}
			</Fragment>
		);
	});
	return (
		<div className={cn(page, "pointer-events-none relative col-start-1 row-start-1 text-transparent")}>
			{parts}
			<span aria-hidden="true">{text.slice(at)}</span>
		</div>
	);
}

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
	else
		toaster.show({
			tone: "danger",
			title: `Couldn't read ${file.name}`,
			detail: `Supported file types: ${readableTypes.join(", ")}.`,
		});
}

import type { MisreadWord } from "@timbre/contract/speech.ts";
import { clock } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/popover.tsx";
import { Play, RefreshCw } from "lucide-react";
import { type ReactElement, useState } from "react";

/** What was heard in place of a word, in a sentence. */
export function misreadWords({ kind, expected, heard }: Pick<MisreadWord, "kind" | "expected" | "heard">): string {
	if (kind === "dropped") return `“${expected}” was not heard.`;
	if (kind === "repeated") return `“${expected}” was heard twice${heard ? `: “${heard}”` : ""}.`;
	if (kind === "inserted") return `Heard: “${heard ?? ""}”, which is not in the text.`;
	return `Heard: “${heard ?? ""}” instead of “${expected}”.`;
}

type MisreadMarkProps = {
	span: ReactElement;
	misread: MisreadWord;
	busy: boolean;
	onPlay: () => void;
	onRetake: () => void;
};

/** A word that was misread: underlined, and pressed it says what was heard and what can be done. */
export function MisreadMark({ span, misread, busy, onPlay, onRetake }: MisreadMarkProps) {
	const [open, setOpen] = useState(false);
	return (
		<Popover open={open} onOpenChange={setOpen}>
			<PopoverTrigger
				// A press on another word plays from there; this one has more to say.
				onClick={(event) => event.stopPropagation()}
				className="rounded-[3px] underline decoration-2 decoration-danger decoration-wavy underline-offset-4"
			>
				{span}
				<span className="sr-only"> (misread)</span>
			</PopoverTrigger>
			<PopoverContent aria-label="Misread word" className="flex w-72 flex-col gap-3">
				<div>
					<p className="font-medium">{misreadWords(misread)}</p>
					<p className="text-[13px] text-muted tabular">at {clock(misread.start_seconds)}</p>
				</div>
				<div className="flex flex-col gap-2">
					<Button size="small" onClick={onPlay}>
						<Play aria-hidden="true" />
						Play from there
					</Button>
					<Button
						size="small"
						variant="primary"
						busy={busy}
						onClick={() => {
							onRetake();
							setOpen(false);
						}}
					>
						<RefreshCw aria-hidden="true" />
						New take of this sentence, free
					</Button>
				</div>
			</PopoverContent>
		</Popover>
	);
}

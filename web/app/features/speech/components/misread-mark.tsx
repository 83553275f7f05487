import type { MisreadWord } from "@timbre/contract/speech/endpoints.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { BookA, Check, Play, RefreshCw } from "lucide-react";
import { useState } from "react";
import { describeMisread } from "../model/misread.ts";
import { TeachWord } from "./teach-word.tsx";

type MisreadMarkProps = {
	word: string;
	misread: MisreadWord;
	busy: boolean;
	onPlay: () => void;
	onRetake: () => void;
	onAccept: () => void;
	teaching: Teaching;
};

/** Where rules for taught words go, and what to do when one was added. */
export type Teaching = { dictionaries: readonly string[]; onTaught: (dictionaryId: string) => void };

/** An underlined misread word. Clicking it opens the details and a retake button. */
export function MisreadMark({ word, misread, busy, onPlay, onRetake, onAccept, teaching }: MisreadMarkProps) {
	const [open, setOpen] = useState(false);
	const [isTeaching, setTeaching] = useState(false);
	const bare = word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
	return (
		<Popover open={open} onOpenChange={setOpen}>
			<PopoverTrigger className="pointer-events-auto rounded-[3px] text-transparent underline decoration-2 decoration-danger decoration-wavy underline-offset-4">
				{word}
				<span className="sr-only"> (misread)</span>
			</PopoverTrigger>
			<PopoverContent aria-label="Misread word" className="flex w-72 flex-col gap-3">
				<div>
					<p className="font-medium">{describeMisread(misread)}</p>
					<p className="text-[13px] text-muted tabular">at {formatTime(misread.start_seconds)}</p>
				</div>
				{isTeaching ? (
					<TeachWord
						word={bare}
						dictionaries={teaching.dictionaries}
						onTaught={(id) => {
							setOpen(false);
							setTeaching(false);
							teaching.onTaught(id);
						}}
						onCancel={() => setTeaching(false)}
					/>
				) : (
					<div className="flex flex-col gap-2">
						<Button size="small" onClick={onPlay}>
							<Play aria-hidden="true" />
							Play from here
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
							Retake sentence (free)
						</Button>
						<Button
							size="small"
							onClick={() => {
								onAccept();
								setOpen(false);
							}}
						>
							<Check aria-hidden="true" />
							Sounds right
						</Button>
						{bare === "" ? null : (
							<Button size="small" onClick={() => setTeaching(true)}>
								<BookA aria-hidden="true" />
								Teach this word
							</Button>
						)}
					</div>
				)}
			</PopoverContent>
		</Popover>
	);
}

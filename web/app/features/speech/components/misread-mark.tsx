import type { MisreadWord } from "@timbre/contract/speech/endpoints.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { Play, RefreshCw } from "lucide-react";
import { useState } from "react";
import { describeMisread } from "../model/misread.ts";

type MisreadMarkProps = {
	word: string;
	misread: MisreadWord;
	busy: boolean;
	onPlay: () => void;
	onRetake: () => void;
};

/** An underlined misread word. Clicking it opens the details and a retake button. */
export function MisreadMark({ word, misread, busy, onPlay, onRetake }: MisreadMarkProps) {
	const [open, setOpen] = useState(false);
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
				</div>
			</PopoverContent>
		</Popover>
	);
}

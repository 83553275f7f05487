import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Square } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { count, counted } from "../../../lib/format.ts";

type ComposerProps = {
	text: string;
	onTextChange: (text: string) => void;
	limit: number | undefined;
	creditsPerCharacter: number;
	creditsLeft: number | undefined;
	busy: boolean;
	onGenerate: () => void;
	onStop: () => void;
	/** Stands left of the button: the phone's way to voice and settings. */
	settings?: ReactNode;
};

const modifier = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

const starters = [
	{
		label: "Tell a story",
		text: "The lighthouse had been dark for eleven years when, one evening in March, somebody climbed the stairs and lit it again.",
	},
	{
		label: "Announce a train",
		text: "The 8:42 service to the coast now leaves from platform 5. Please keep clear of the doors.",
	},
	{
		label: "Explain something",
		text: "Sound is air being pushed. A voice pushes it about two hundred times a second, and your ear notices every push.",
	},
];

export function Composer(props: ComposerProps) {
	const { text, limit, busy } = props;
	const credits = text.length * props.creditsPerCharacter;
	const tooLong = limit !== undefined && text.length > limit;
	const tooDear = props.creditsLeft !== undefined && credits > props.creditsLeft;
	const ready = text.trim() !== "" && !tooLong && !tooDear;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (ready && !busy) props.onGenerate();
	};
	return (
		<div className="flex min-h-0 flex-1 flex-col">
			<div className="relative min-h-0 flex-1">
				<textarea
					aria-label="Text to speak"
					aria-describedby="composer-count"
					aria-invalid={tooLong || undefined}
					placeholder="Write or paste what should be spoken."
					spellCheck
					value={text}
					onChange={(event) => props.onTextChange(event.target.value)}
					onKeyDown={onKeyDown}
					className="size-full resize-none bg-transparent px-4 py-6 text-[17px] text-ink leading-7 outline-none placeholder:text-muted focus-visible:shadow-[inset_2px_0_0_var(--ink)] md:px-8 lg:pr-[max(3rem,calc(100%-52rem))] lg:pl-12"
				/>
				{text === "" ? (
					<div className="absolute inset-x-4 bottom-4 flex flex-wrap gap-2 md:inset-x-8 lg:inset-x-12">
						{starters.map((starter) => (
							<Button key={starter.label} size="small" onClick={() => props.onTextChange(starter.text)}>
								{starter.label}
							</Button>
						))}
					</div>
				) : null}
			</div>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-3 md:px-8 lg:px-12">
				<p id="composer-count" className={cn("text-[13px] text-muted tabular", (tooLong || tooDear) && "text-danger")}>
					{counted(text.length, "character")}: {counted(credits, "credit")}
					{tooLong ? `. At most ${count(limit)} at once.` : ""}
					{!tooLong && tooDear ? `. You have ${count(props.creditsLeft ?? 0)} left.` : ""}
				</p>
				<div className="flex min-w-0 items-center gap-2 max-md:w-full">
					{props.settings}
					{busy ? (
						<Button variant="primary" onClick={props.onStop} className="max-md:ml-auto">
							<Square aria-hidden="true" fill="currentColor" className="!size-3" />
							Stop
						</Button>
					) : (
						<Button variant="primary" disabled={!ready} onClick={props.onGenerate} className="max-md:ml-auto">
							Generate
							<Kbd className="-mr-1 border-current/30 bg-transparent text-current max-md:hidden">{modifier} ↵</Kbd>
						</Button>
					)}
				</div>
			</div>
		</div>
	);
}

import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuLabel,
	DropdownMenuRadioGroup,
	DropdownMenuRadioItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { ChevronDown, Pencil, UserPlus } from "lucide-react";
import { type Segment, speakerName } from "../model/document.ts";
import { speakerColor } from "../model/speaker-color.ts";

export type SpeakerActions = {
	assign: (segmentId: number, speaker: string) => void;
	/** Opens the dialog to name a speaker; null for one who is not in the transcript yet. */
	name: (request: { segmentId: number; speaker: string | null }) => void;
};

type SpeakerMenuProps = {
	segment: Segment;
	names: Readonly<Record<string, string>>;
	speakers: readonly string[];
	actions: SpeakerActions;
};

/** Shows the speaker of a segment, to rename or to change. */
export function SpeakerMenu({ segment, names, speakers, actions }: SpeakerMenuProps) {
	const { speaker } = segment;
	const shown = speaker === null ? "No speaker" : speakerName(names, speaker);
	return (
		<DropdownMenu>
			<DropdownMenuTrigger
				aria-label={`Speaker: ${shown}`}
				className="flex min-w-0 max-w-full items-center gap-2 rounded-control px-1.5 py-0.5 font-medium hover:bg-hover data-[state=open]:bg-hover"
			>
				{speaker === null ? null : <SpeakerDot speaker={speaker} />}
				<span className={speaker === null ? "text-muted" : "truncate"} title={shown}>
					{shown}
				</span>
				<ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
			</DropdownMenuTrigger>
			<DropdownMenuContent align="start" className="max-h-80 max-w-72 overflow-y-auto">
				<DropdownMenuLabel>Speaker of this segment</DropdownMenuLabel>
				<DropdownMenuRadioGroup value={speaker ?? ""} onValueChange={(next) => actions.assign(segment.id, next)}>
					{speakers.map((one) => (
						<DropdownMenuRadioItem key={one} value={one}>
							<SpeakerDot speaker={one} />
							<span className="min-w-0 break-words">{speakerName(names, one)}</span>
						</DropdownMenuRadioItem>
					))}
				</DropdownMenuRadioGroup>
				<DropdownMenuItem onSelect={() => actions.name({ segmentId: segment.id, speaker: null })}>
					<UserPlus aria-hidden="true" className="shrink-0" />
					New speaker
				</DropdownMenuItem>
				{speaker === null ? null : (
					<>
						<DropdownMenuSeparator />
						<DropdownMenuItem onSelect={() => actions.name({ segmentId: segment.id, speaker })}>
							<Pencil aria-hidden="true" className="shrink-0" />
							Rename {shown} everywhere
						</DropdownMenuItem>
					</>
				)}
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

export function SpeakerDot({ speaker }: { speaker: string }) {
	return (
		<span aria-hidden="true" className="size-2.5 shrink-0 rounded-full" style={{ background: speakerColor(speaker) }} />
	);
}

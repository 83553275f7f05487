import type { Take } from "@timbre/contract/studio/take-schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { ago } from "../../../../lib/text/format.ts";
import { PlayButton } from "../../components/play-button.tsx";
import { usePlaying } from "../../components/use-playing.ts";
import { wordText } from "../model/misread.ts";
import { lengthText, settingsText, takeItemId } from "../model/sentences.ts";
import { toggleTake } from "./use-take-audio.ts";

type TakeRowProps = {
	projectId: string;
	take: Take;
	/** "Take 2". */
	name: string;
	editable: boolean;
	/** Whether there is a take in use to compare it with. */
	comparable: boolean;
	compared: boolean;
	onUse: () => void;
	onCompare: () => void;
};

/** A take with its voice, settings and age. */
export function TakeRow({ projectId, take, name, editable, comparable, compared, onUse, onCompare }: TakeRowProps) {
	const playing = usePlaying(takeItemId(take.take_id)) === "playing";
	const misread = take.verdict === "misread";
	return (
		<li className={cn("flex items-start gap-2.5 rounded-control p-2", take.is_used && "bg-sunken")}>
			<PlayButton what={name.toLowerCase()} playing={playing} onClick={() => toggleTake(projectId, take)} />
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
					<span className="font-medium">{name}</span>
					{take.is_used ? <Badge tone="accent">In use</Badge> : null}
					{misread && !take.accepted ? <Badge tone="danger">Misread</Badge> : null}
					{misread && take.accepted ? <Badge>Accepted</Badge> : null}
				</p>
				<p className="text-[13px] text-muted">
					<span className="text-ink">{take.voice_name}</span> ·{" "}
					<span className="tabular">{lengthText(take.seconds)}</span> ·{" "}
					<span className="whitespace-nowrap">{ago(take.created_at_unix)}</span>
				</p>
				<p className="text-[13px] text-muted tabular">{settingsText(take)}</p>
				{misread ? (
					<p className="text-[13px] text-muted">{take.misread.map((word) => wordText(word)).join(" ")}</p>
				) : null}
				{take.is_used ? null : (
					<div className="-ml-2 flex flex-wrap">
						{editable ? (
							<Button
								size="small"
								variant="quiet"
								className="h-7 px-2"
								aria-label={`Use ${name.toLowerCase()}`}
								onClick={onUse}
							>
								{take.is_current ? "Use" : "Restore"}
							</Button>
						) : null}
						{comparable ? (
							<Button
								size="small"
								variant="quiet"
								className="h-7 px-2"
								aria-pressed={compared}
								aria-label={`Compare ${name.toLowerCase()} with the one in use`}
								onClick={onCompare}
							>
								Compare
							</Button>
						) : null}
					</div>
				)}
			</div>
		</li>
	);
}

import type { Classification } from "@timbre/contract/safety/endpoints.ts";
import { minRecognizedSeconds } from "@timbre/contract/safety/rules.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { CircleHelp, FileCheck } from "lucide-react";
import { Link } from "react-router";
import { speechPath } from "../../../lib/session/redirect.ts";
import { dateOf } from "../../../lib/text/format.ts";

type VerdictProps = { fileName: string; found: Classification };

/** The classification result. */
export function Verdict({ fileName, found }: VerdictProps) {
	const made = found.result === "made_here";
	const Icon = made ? FileCheck : CircleHelp;
	return (
		<Card className="p-5">
			<p className="truncate text-[13px] text-muted" title={fileName}>
				{fileName}, {formatTime(found.duration_secs)}
			</p>
			<div className="mt-3 flex gap-3">
				<Icon aria-hidden="true" className={made ? "mt-0.5 size-5 text-warning" : "mt-0.5 size-5 text-muted"} />
				<div className="min-w-0">
					<h2 className="font-medium text-[15px]">{made ? "Generated on this server" : "Not recognized"}</h2>
					<p className="mt-1 max-w-prose text-muted">{made ? matchReason(found) : noMatchReason(found)}</p>
				</div>
			</div>
			{made && found.parts.length === 0 ? <p className="mt-3 pl-8 text-muted">It isn't from your workspace.</p> : null}
			{found.parts.length > 0 ? (
				<>
					<Timeline found={found} />
					<ul aria-label="Recognized parts" className="mt-3 flex flex-col gap-1.5">
						{found.parts.map((part) => (
							<li key={part.start} className="flex flex-wrap gap-x-3 text-[13px] tabular">
								<span>
									{formatTime(part.start)} to {formatTime(part.end)}
								</span>
								<Link
									to={`${speechPath}?item=${part.history_item_id}`}
									className="underline underline-offset-4 hover:no-underline"
								>
									Your generation, {dateOf(part.made_at_unix)}
								</Link>
							</li>
						))}
					</ul>
				</>
			) : null}
		</Card>
	);
}

function matchReason(found: Classification): string {
	return found.recognised_by === "file"
		? "This is the exact file generated on this server, byte for byte."
		: "The same audio is in a history on this server. The file differs: it was re-encoded, trimmed or re-recorded.";
}

function noMatchReason(found: Classification): string {
	if (found.heard_secs < minRecognizedSeconds)
		return `The recording has too little audio to compare: at least ${minRecognizedSeconds} seconds are needed. The file itself wasn't generated here.`;
	return "No history on this server contains this audio. It can still be synthetic: it may have been generated elsewhere, deleted, or generated with history turned off.";
}

/** Shows where the recognized parts are in the clip. */
function Timeline({ found }: { found: Classification }) {
	const percent = (seconds: number) => `${Math.min(100, (seconds / Math.max(found.duration_secs, 0.01)) * 100)}%`;
	return (
		<div aria-hidden="true" className="relative mt-5 h-2 overflow-hidden rounded-full bg-sunken">
			{found.parts.map((part) => (
				<div
					key={part.start}
					className="absolute inset-y-0 rounded-full bg-warning"
					style={{ left: percent(part.start), width: percent(part.end - part.start) }}
				/>
			))}
		</div>
	);
}

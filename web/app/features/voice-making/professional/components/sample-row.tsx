import { useQuery } from "@tanstack/react-query";
import type { VoiceSample } from "@timbre/contract/voices/schemas.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play, Scissors, Trash2, UsersRound } from "lucide-react";
import { useRef, useState } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { showError } from "../../../../lib/page/toaster.ts";
import { toggleAudio } from "../../model/clips.ts";
import { samplePreview, useDeleteSample, waveformQuery } from "../professional.queries.ts";
import { SampleSpeakers } from "./sample-speakers.tsx";
import { SampleTrim } from "./sample-trim.tsx";

type SampleRowProps = {
	voiceId: string;
	sample: VoiceSample;
	/** Training is using the recordings right now. */
	locked: boolean;
};

/** A recording that can be played, trimmed, split by speaker and deleted. */
export function SampleRow({ voiceId, sample, locked }: SampleRowProps) {
	const [open, setOpen] = useState<"none" | "trim" | "speakers">("none");
	const trimButton = useRef<HTMLButtonElement>(null);
	const trimmed = () => {
		setOpen("none");
		trimButton.current?.focus();
	};
	const { data: peaks = [] } = useQuery(waveformQuery(voiceId, sample.sample_id));
	const deleting = useDeleteSample(voiceId, sample.sample_id);
	const seconds = sample.duration_secs ?? 0;
	const [from, to] = [(sample.trim_start ?? 0) / 1000, (sample.trim_end ?? seconds * 1000) / 1000];
	const confirmAndDelete = async () => {
		const { confirmed } = await confirm({
			title: "Delete the recording?",
			description: `This permanently deletes ${sample.file_name} from this server.`,
			action: "Delete recording",
		});
		if (confirmed)
			deleting.mutate(undefined, { onError: (error) => showError("Couldn't delete the recording", error) });
	};
	const toggle = (what: "trim" | "speakers") => setOpen(open === what ? "none" : what);
	const part = (at: number) => `${seconds > 0 ? (at / seconds) * 100 : 0}%`;
	return (
		<li className="border-line border-b px-3 py-2.5 last:border-b-0">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<PlaySample voiceId={voiceId} sample={sample} />
				<div className="min-w-0 flex-1 basis-40">
					<p className="truncate text-[13px]" title={sample.file_name}>
						{sample.file_name}
					</p>
					<div className="relative mt-1">
						<Waveform peaks={peaks} height={24} />
						<span aria-hidden="true" className="absolute inset-y-0 left-0 bg-raised/80" style={{ width: part(from) }} />
						<span aria-hidden="true" className="absolute inset-y-0 right-0 bg-raised/80" style={{ left: part(to) }} />
					</div>
				</div>
				<span className="shrink-0 text-[13px] text-muted tabular">{formatTime(to - from)}</span>
				<div className="flex shrink-0">
					<IconButton
						ref={trimButton}
						label={`Trim ${sample.file_name}`}
						size="small"
						aria-expanded={open === "trim"}
						disabled={locked}
						onClick={() => toggle("trim")}
					>
						<Scissors aria-hidden="true" />
					</IconButton>
					<IconButton
						label={`Speakers in ${sample.file_name}`}
						size="small"
						aria-expanded={open === "speakers"}
						disabled={locked}
						onClick={() => toggle("speakers")}
					>
						<UsersRound aria-hidden="true" />
					</IconButton>
					<IconButton
						label={`Delete ${sample.file_name}`}
						size="small"
						disabled={locked || deleting.isPending}
						onClick={() => void confirmAndDelete()}
					>
						<Trash2 aria-hidden="true" />
					</IconButton>
				</div>
			</div>
			{open === "trim" ? <SampleTrim voiceId={voiceId} sample={sample} onDone={trimmed} /> : null}
			{open === "speakers" ? <SampleSpeakers voiceId={voiceId} sample={sample} /> : null}
		</li>
	);
}

function PlaySample({ voiceId, sample }: Pick<SampleRowProps, "voiceId" | "sample">) {
	const { item, status } = usePlayer(player);
	const id = `sample:${sample.sample_id}:${sample.trim_start ?? 0}:${sample.trim_end ?? 0}`;
	const playing = item?.id === id && (status === "playing" || status === "loading");
	const play = () =>
		toggleAudio(
			{ id, title: sample.file_name, description: "Recording as it will be used", voiceId },
			samplePreview(voiceId, sample.sample_id),
		).catch((error: unknown) => showError("Couldn't play the recording", error));
	const Icon = playing ? Pause : Play;
	return (
		<IconButton
			label={`${playing ? "Pause" : "Play"} ${sample.file_name}`}
			variant="outline"
			size="small"
			round
			onClick={() => void play()}
		>
			<Icon aria-hidden="true" fill="currentColor" strokeWidth={0} />
		</IconButton>
	);
}

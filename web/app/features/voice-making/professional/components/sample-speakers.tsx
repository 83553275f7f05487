import { useQuery } from "@tanstack/react-query";
import type { VoiceSample } from "@timbre/contract/voices/schemas.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play } from "lucide-react";
import { player } from "../../../../lib/audio/player.ts";
import { showError } from "../../../../lib/page/toaster.ts";
import { toggleAudio } from "../../model/clips.ts";
import { speakerAudio, speakersQuery, useSeparateSpeakers, useUpdateSample } from "../professional.queries.ts";

type SampleSpeakersProps = { voiceId: string; sample: VoiceSample };

/** Lists the speakers in a recording, to play each and select which to use. */
export function SampleSpeakers({ voiceId, sample }: SampleSpeakersProps) {
	const speakers = useQuery(speakersQuery(voiceId, sample.sample_id));
	const separating = useSeparateSpeakers(voiceId, sample.sample_id);
	const choosing = useUpdateSample(voiceId, sample.sample_id);
	const separate = () => separating.mutate(undefined, { onError: (error) => showError("Couldn't start", error) });
	const { data } = speakers;
	if (!data) return <Spinner className="my-3" />;
	if (data.status === "pending") {
		return (
			<p role="status" className="my-3 flex items-center gap-2.5 text-muted">
				<Spinner />
				Separating speakers
			</p>
		);
	}
	if (data.status !== "completed") {
		return (
			<div className="my-3 flex flex-wrap items-center gap-3">
				<p className="min-w-0 flex-1 basis-60 text-muted">
					{data.status === "failed"
						? `Couldn't separate the speakers. ${data.error ?? ""}`
						: "Is there more than one speaker?"}
				</p>
				<Button size="small" busy={separating.isPending} onClick={separate}>
					{data.status === "failed" ? "Try again" : "Separate speakers"}
				</Button>
			</div>
		);
	}
	const found = Object.values(data.speakers ?? {});
	const chosen = data.selected_speaker_ids ?? [];
	const choose = (speakerId: string, on: boolean) =>
		choosing.mutate(
			{ selected_speaker_ids: on ? [...chosen, speakerId] : chosen.filter((other) => other !== speakerId) },
			{ onError: (error) => showError("Couldn't select the speaker", error) },
		);
	return (
		<div className="my-3">
			<p className="mb-2 text-[13px] text-muted">
				{found.length === 1
					? "One speaker found."
					: `${found.length} speakers found. Select the ones to use; if none is selected, all are used.`}
			</p>
			<ul aria-label={`Speakers in ${sample.file_name}`} className="flex flex-col gap-1.5">
				{found.map((speaker, i) => (
					<li key={speaker.speaker_id} className="flex items-center gap-3">
						{found.length === 1 ? (
							<span>Speaker 1</span>
						) : (
							<Checkbox
								label={`Speaker ${i + 1}`}
								checked={chosen.includes(speaker.speaker_id)}
								disabled={choosing.isPending}
								onChange={(on) => choose(speaker.speaker_id, on)}
							/>
						)}
						<span className="text-[13px] text-muted tabular">{formatTime(speaker.duration_secs)}</span>
						<PlaySpeaker voiceId={voiceId} sample={sample} speakerId={speaker.speaker_id} name={`Speaker ${i + 1}`} />
					</li>
				))}
			</ul>
		</div>
	);
}

function PlaySpeaker({ voiceId, sample, speakerId, name }: SampleSpeakersProps & { speakerId: string; name: string }) {
	const { item, status } = usePlayer(player);
	const id = `speaker:${sample.sample_id}:${speakerId}`;
	const playing = item?.id === id && (status === "playing" || status === "loading");
	const play = () =>
		toggleAudio(
			{ id, title: name, description: sample.file_name, voiceId: speakerId },
			speakerAudio(voiceId, sample.sample_id, speakerId),
		).catch((error: unknown) => showError("Couldn't play the recording", error));
	const Icon = playing ? Pause : Play;
	return (
		<IconButton label={`${playing ? "Pause" : "Play"} ${name}`} size="small" round onClick={() => void play()}>
			<Icon aria-hidden="true" fill="currentColor" strokeWidth={0} />
		</IconButton>
	);
}

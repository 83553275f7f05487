import type { Voice, VoiceSample } from "@timbre/contract/voices/schemas.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { DetailSection } from "@timbre/ui/primitives/detail-list.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play, Trash2 } from "lucide-react";
import { player } from "../../../../lib/audio/player.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { canEdit } from "../model/voice-rights.ts";
import { sampleUrl, useDeleteSample } from "../own.queries.ts";

const itemId = (sample: VoiceSample) => `sample:${sample.sample_id}`;

function toggle(voice: Voice, sample: VoiceSample): void {
	if (player.state().item?.id === itemId(sample)) {
		player.toggle();
		return;
	}
	const url = sampleUrl(voice.voice_id, sample.sample_id);
	void player.load(
		{
			id: itemId(sample),
			type: "voicePreview",
			fileName: sample.file_name,
			downloadUrl: url,
			player: { title: sample.file_name, description: `Recording of ${voice.name}`, voice_id: voice.voice_id },
		},
		{ url },
	);
}

/** The recordings a voice was created from. Renders nothing if there are none. */
export function VoiceSamples({ voice }: { voice: Voice }) {
	const { item, status } = usePlayer(player);
	const { mutate: deleteSample } = useDeleteSample(voice.voice_id);
	if (!voice.samples?.length) return null;
	const confirmAndDelete = async (sample: VoiceSample) => {
		const { confirmed } = await confirm({
			title: `Delete ${sample.file_name}?`,
			description: "This permanently deletes the recording. The voice doesn't change.",
			action: "Delete recording",
			tone: "danger",
		});
		if (confirmed) deleteSample(sample.sample_id);
	};
	return (
		<DetailSection title="Recordings">
			<ul className="rounded-card border border-line bg-raised">
				{voice.samples.map((sample) => {
					const playing = item?.id === itemId(sample) && (status === "playing" || status === "loading");
					return (
						<li key={sample.sample_id} className="flex items-center gap-3 border-line px-3 py-1.5 [&+li]:border-t">
							<IconButton
								label={playing ? `Pause ${sample.file_name}` : `Play ${sample.file_name}`}
								tooltip={false}
								size="small"
								round
								variant={playing ? "primary" : "outline"}
								onClick={() => toggle(voice, sample)}
							>
								{playing ? (
									<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
								) : (
									<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
								)}
							</IconButton>
							<span className="min-w-0 flex-1 truncate" title={sample.file_name}>
								{sample.file_name}
							</span>
							{sample.duration_secs === null ? null : (
								<span className="text-[13px] text-muted tabular">{formatTime(sample.duration_secs)}</span>
							)}
							{canEdit(voice) ? (
								<IconButton
									label={`Delete ${sample.file_name}`}
									tooltip={false}
									size="small"
									onClick={() => void confirmAndDelete(sample)}
								>
									<Trash2 aria-hidden="true" />
								</IconButton>
							) : null}
						</li>
					);
				})}
			</ul>
		</DetailSection>
	);
}

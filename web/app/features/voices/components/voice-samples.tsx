import type { Voice, VoiceSample } from "@timbre/contract/voices.entities.ts";
import { clock } from "@timbre/ui/audio/time.ts";
import { usePlayer } from "@timbre/ui/audio/use-player.ts";
import { FactsPart } from "@timbre/ui/primitives/facts.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play, Trash2 } from "lucide-react";
import { confirm } from "../../../lib/confirm.ts";
import { player } from "../../../lib/player.ts";
import { sampleUrl, useDeleteSample } from "../voices.own.queries.ts";
import { mayChange } from "./voice-menu.tsx";

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

/** The recordings a voice was made from; nothing for one that was made otherwise. */
export function VoiceSamples({ voice }: { voice: Voice }) {
	const { item, status } = usePlayer(player);
	const { mutate: remove } = useDeleteSample(voice.voice_id);
	if (!voice.samples?.length) return null;
	const askAndRemove = async (sample: VoiceSample) => {
		const { confirmed } = await confirm({
			title: `Delete ${sample.file_name}?`,
			description: "The recording is deleted for good. The voice stays as it was made.",
			action: "Delete",
			tone: "danger",
		});
		if (confirmed) remove(sample.sample_id);
	};
	return (
		<FactsPart title="Recordings">
			<ul className="rounded-card border border-line bg-raised">
				{voice.samples.map((sample) => {
					const sounding = item?.id === itemId(sample) && (status === "playing" || status === "loading");
					return (
						<li key={sample.sample_id} className="flex items-center gap-3 border-line px-3 py-1.5 [&+li]:border-t">
							<IconButton
								label={sounding ? `Pause ${sample.file_name}` : `Play ${sample.file_name}`}
								tooltip={false}
								size="small"
								round
								variant={sounding ? "primary" : "outline"}
								onClick={() => toggle(voice, sample)}
							>
								{sounding ? (
									<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
								) : (
									<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
								)}
							</IconButton>
							<span className="min-w-0 flex-1 truncate" title={sample.file_name}>
								{sample.file_name}
							</span>
							{sample.duration_secs === null ? null : (
								<span className="text-[13px] text-muted tabular">{clock(sample.duration_secs)}</span>
							)}
							{mayChange(voice) ? (
								<IconButton
									label={`Delete ${sample.file_name}`}
									tooltip={false}
									size="small"
									onClick={() => void askAndRemove(sample)}
								>
									<Trash2 aria-hidden="true" />
								</IconButton>
							) : null}
						</li>
					);
				})}
			</ul>
		</FactsPart>
	);
}

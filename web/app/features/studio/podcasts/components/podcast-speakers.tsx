import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import { Choice } from "../../components/choice.tsx";
import type { PodcastFormat } from "../model/podcast-form.ts";

type PodcastSpeakersProps = {
	format: PodcastFormat;
	onFormat: (format: PodcastFormat) => void;
	voices: Voice[];
	host: Voice | undefined;
	guest: Voice | undefined;
	onVoice: (who: "host" | "guest", voice: Voice) => void;
};

/** Who speaks in a podcast. */
export function PodcastSpeakers({ format, onFormat, voices, host, guest, onVoice }: PodcastSpeakersProps) {
	const speakers = [
		{ who: "host", label: "Host", voice: host },
		...(format === "conversation" ? [{ who: "guest", label: "Guest", voice: guest } as const] : []),
	] as const;
	return (
		<>
			<fieldset className="flex min-w-0 flex-col gap-2">
				<legend className="mb-1.5 font-medium text-[13px]">Format</legend>
				<Choice
					name="format"
					value="conversation"
					label="Conversation"
					detail="A host and a guest"
					chosen={format}
					onChoose={onFormat}
				/>
				<Choice
					name="format"
					value="bulletin"
					label="Bulletin"
					detail="A host alone"
					chosen={format}
					onChoose={onFormat}
				/>
			</fieldset>
			<div className="grid gap-4 sm:grid-cols-2">
				{speakers.map(({ who, label, voice }) => (
					<div key={who} className="flex min-w-0 flex-col gap-1.5">
						<p className="font-medium text-[13px]">{label}</p>
						{voice ? (
							<VoicePicker
								value={voice}
								voices={voices}
								label={`voice of the ${who}`}
								onChange={(chosen) => onVoice(who, chosen)}
							/>
						) : null}
					</div>
				))}
			</div>
		</>
	);
}

import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { counted } from "../../../../lib/text/format.ts";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import { castOf, type ScriptLine } from "../model/script.ts";

type CastListProps = {
	lines: readonly ScriptLine[];
	voiceOf: (voiceId: string) => Voice;
	onReplace: (voiceId: string, voice: Voice) => void;
};

/** The voices of the dialogue. Choosing another voice replaces it in all of its lines. */
export function CastList({ lines, voiceOf, onReplace }: CastListProps) {
	return (
		<ul className="flex flex-col gap-2.5">
			{castOf(lines).map((member) => {
				const voice = voiceOf(member.voiceId);
				return (
					<li key={member.voiceId}>
						<VoicePicker
							value={voice}
							label={`the voice of all ${voice.name} lines`}
							onChange={(next) => onReplace(member.voiceId, next)}
						/>
						<p className="mt-1 text-muted text-xs">{counted(member.lines, "line")}</p>
					</li>
				);
			})}
		</ul>
	);
}

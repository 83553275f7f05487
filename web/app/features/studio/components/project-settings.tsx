import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import type { VoiceName } from "../model/studio-voices.ts";
import { canChange, useUpdateProject } from "../studio.queries.ts";

type ProjectSettingsProps = { project: ProjectDetails; voices: Voice[]; nameOf: VoiceName };

/** The voices of text without a voice of its own. */
export function ProjectSettings({ project, voices, nameOf }: ProjectSettingsProps) {
	const update = useUpdateProject();
	const save = (change: { default_title_voice_id?: string; default_paragraph_voice_id?: string }) =>
		update.mutate(
			{ id: project.project_id, ...change },
			{ onError: (error) => showError("Couldn't change the voice", error) },
		);
	return (
		<div className="flex flex-col gap-5">
			<DefaultVoice
				label="Default voice of headings"
				voiceId={project.default_title_voice_id}
				onChange={(voice) => save({ default_title_voice_id: voice.voice_id })}
				{...{ project, voices, nameOf }}
			/>
			<DefaultVoice
				label="Default voice of paragraphs"
				voiceId={project.default_paragraph_voice_id}
				onChange={(voice) => save({ default_paragraph_voice_id: voice.voice_id })}
				{...{ project, voices, nameOf }}
			/>
			<p className="text-[13px] text-muted">
				Default voices speak all text that has no voice of its own. Generating audio from a project is coming.
			</p>
		</div>
	);
}

type DefaultVoiceProps = ProjectSettingsProps & { label: string; voiceId: string; onChange: (voice: Voice) => void };

function DefaultVoice({ project, voices, nameOf, label, voiceId, onChange }: DefaultVoiceProps) {
	// A voice that can't be chosen any more still shows its name; the picker then starts from another voice.
	const value = voices.find(({ voice_id }) => voice_id === voiceId);
	const shown = value ?? voices[0];
	return (
		<div className="flex flex-col gap-1.5">
			<p className="font-medium">{label}</p>
			{value && canChange(project) ? null : <p className={value ? "" : "text-[13px] text-muted"}>{nameOf(voiceId)}</p>}
			{shown && canChange(project) ? (
				<VoicePicker value={shown} voices={voices} label={label.toLowerCase()} onChange={onChange} />
			) : null}
		</div>
	);
}

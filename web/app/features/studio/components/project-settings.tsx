import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { useId } from "react";
import { showError } from "../../../lib/page/toaster.ts";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import type { VoiceName } from "../model/studio-voices.ts";
import { canChange, useUpdateProject } from "../studio.queries.ts";
import { RehearseButton } from "../takes/components/rehearse-button.tsx";

type ProjectSettingsProps = { project: ProjectDetails; voices: Voice[]; nameOf: VoiceName };

/** The voices of text without a voice of its own, and whether new audio is checked. */
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
				replaces="headings"
				voiceId={project.default_title_voice_id}
				onChange={(id) => save({ default_title_voice_id: id })}
				{...{ project, voices, nameOf }}
			/>
			<DefaultVoice
				label="Default voice of paragraphs"
				replaces="paragraphs"
				voiceId={project.default_paragraph_voice_id}
				onChange={(id) => save({ default_paragraph_voice_id: id })}
				{...{ project, voices, nameOf }}
			/>
			<p className="text-[13px] text-muted">
				Default voices speak all text that has no voice of its own. Changing one makes its audio stale: the next
				conversion generates it again.
			</p>
			<TakeCheck project={project} />
		</div>
	);
}

type DefaultVoiceProps = ProjectSettingsProps & {
	label: string;
	replaces: "headings" | "paragraphs";
	voiceId: string;
	onChange: (voiceId: string) => void;
};

function DefaultVoice({ project, voices, nameOf, label, replaces, voiceId, onChange }: DefaultVoiceProps) {
	// A voice that can't be chosen any more still shows its name; the picker then starts from another voice.
	const value = voices.find(({ voice_id }) => voice_id === voiceId);
	const shown = value ?? voices[0];
	return (
		<div className="flex flex-col gap-1.5">
			<p className="font-medium">{label}</p>
			{value && canChange(project) ? null : <p className={value ? "" : "text-[13px] text-muted"}>{nameOf(voiceId)}</p>}
			{shown && canChange(project) ? (
				<>
					<VoicePicker
						value={shown}
						voices={voices}
						label={label.toLowerCase()}
						onChange={({ voice_id }) => onChange(voice_id)}
					/>
					<RehearseButton
						projectId={project.project_id}
						rehearsed={{ replaces }}
						what={replaces}
						voiceId={voiceId}
						voices={voices}
						onUse={onChange}
					/>
				</>
			) : null}
		</div>
	);
}

function TakeCheck({ project }: { project: ProjectDetails }) {
	const id = useId();
	const update = useUpdateProject();
	// Shown at once; the project is loaded again when it is saved.
	const checked = update.isPending ? update.variables.quality_check : project.quality_check_on;
	return (
		<div className="border-line border-t pt-4">
			<div className="flex items-center justify-between gap-4">
				<label htmlFor={id} className="font-medium">
					Take check
				</label>
				<Switch
					id={id}
					aria-describedby={`${id}-hint`}
					checked={checked}
					disabled={!canChange(project)}
					onCheckedChange={(quality_check) =>
						update.mutate(
							{ id: project.project_id, quality_check },
							{ onError: (error) => showError("Couldn't change take check", error) },
						)
					}
				/>
			</div>
			<p id={`${id}-hint`} className="mt-1 text-[13px] text-muted">
				Checks new sentences for misread words during a conversion, and reads those again free of charge. English only.
			</p>
		</div>
	);
}

import { type Character, characterForm } from "@timbre/contract/studio/cast-schemas.ts";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { useEffect, useRef, useState } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { NameDialog } from "../../../../lib/forms/name-dialog.tsx";
import { toaster } from "../../../../lib/page/toaster.ts";
import { counted } from "../../../../lib/text/format.ts";
import type { VoiceName } from "../../model/studio-voices.ts";
import { canChange } from "../../studio.queries.ts";
import { RehearseDialog } from "../../takes/components/rehearse-dialog.tsx";
import { useDeleteCharacter, useRenameCharacter, useSetCharacterVoice } from "../cast.queries.ts";
import { CharacterRow } from "./character-row.tsx";
import { MergeDialog } from "./merge-dialog.tsx";

type CharacterListProps = {
	project: ProjectDetails;
	characters: readonly Character[];
	voices: Voice[];
	nameOf: VoiceName;
};

/** The characters of a project, each with a voice. */
export function CharacterList({ project, characters, voices, nameOf }: CharacterListProps) {
	const { project_id } = project;
	const [renamed, setRenamed] = useState<Character | null>(null);
	const [merged, setMerged] = useState<Character | null>(null);
	const [rehearsed, setRehearsed] = useState<Character | null>(null);
	const rename = useRenameCharacter(project_id);
	const setVoice = useSetCharacterVoice(project_id);
	const remove = useDeleteCharacter(project_id);
	const list = useRef<HTMLUListElement>(null);
	const [removed, setRemoved] = useState(0);
	// The menu disappears with its character, so the keyboard continues at the list.
	useEffect(() => {
		if (removed > 0) list.current?.focus();
	}, [removed]);
	const done = (title: string, detail: string) => {
		setRemoved((before) => before + 1);
		toaster.show({ tone: "positive", title, detail });
	};
	const askToDelete = async ({ character_id, name, lines }: Character) => {
		const { confirmed } = await confirm({
			title: `Delete ${name}?`,
			description:
				lines === 0
					? "This character has no lines. It can't be undone."
					: `The speaker of ${counted(lines, "line")} becomes unknown, with the default voice of paragraphs. It can't be undone.`,
			action: "Delete character",
		});
		if (confirmed) remove.mutate(character_id, { onSuccess: () => done("Character deleted", name) });
	};
	return (
		<>
			{characters.length === 0 ? <p className="py-8 text-center text-muted">No characters yet.</p> : null}
			<ul
				ref={list}
				tabIndex={-1}
				aria-label="Characters"
				className="rounded-card border border-line bg-raised outline-none empty:hidden"
			>
				{characters.map((character) => (
					<CharacterRow
						key={character.character_id}
						character={character}
						defaultVoiceId={project.default_paragraph_voice_id}
						editable={canChange(project)}
						canMerge={characters.length > 1}
						voices={voices}
						nameOf={nameOf}
						onVoice={(voiceId) => setVoice.mutate({ id: character.character_id, voiceId })}
						onRehearse={() => setRehearsed(character)}
						onRename={() => setRenamed(character)}
						onMerge={() => setMerged(character)}
						onDelete={() => void askToDelete(character)}
					/>
				))}
			</ul>
			{renamed ? (
				<NameDialog
					title="Rename character"
					action="Rename"
					schema={characterForm}
					initial={renamed.name}
					busy={rename.isPending}
					save={(name) => rename.mutateAsync({ id: renamed.character_id, name }).then(() => setRenamed(null))}
					onClose={() => setRenamed(null)}
				/>
			) : null}
			{rehearsed ? (
				<RehearseDialog
					projectId={project_id}
					rehearsed={{ replaces: "character", character_id: rehearsed.character_id }}
					what={rehearsed.name}
					voiceId={rehearsed.voice_id ?? project.default_paragraph_voice_id}
					voices={voices}
					onUse={(voiceId) => setVoice.mutate({ id: rehearsed.character_id, voiceId })}
					onClose={() => setRehearsed(null)}
				/>
			) : null}
			{merged ? (
				<MergeDialog
					projectId={project_id}
					character={merged}
					others={characters.filter(({ character_id }) => character_id !== merged.character_id)}
					onMerged={(into) => {
						setMerged(null);
						done("Characters merged", `${merged.name} is now ${into.name}`);
					}}
					onClose={() => setMerged(null)}
				/>
			) : null}
		</>
	);
}

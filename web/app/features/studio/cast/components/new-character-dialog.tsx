import { type Character, characterForm } from "@timbre/contract/studio/cast-schemas.ts";
import { NameDialog } from "../../../../lib/forms/name-dialog.tsx";
import { useCreateCharacter } from "../cast.queries.ts";

type NewCharacterDialogProps = {
	projectId: string;
	onCreated: (character: Character) => void;
	onClose: () => void;
};

/** Adds a character to a project. Mount it only while it is open. */
export function NewCharacterDialog({ projectId, onCreated, onClose }: NewCharacterDialogProps) {
	const creating = useCreateCharacter(projectId);
	return (
		<NameDialog
			title="New character"
			action="Add character"
			schema={characterForm}
			busy={creating.isPending}
			save={(name) => creating.mutateAsync(name).then(onCreated)}
			onClose={onClose}
		/>
	);
}

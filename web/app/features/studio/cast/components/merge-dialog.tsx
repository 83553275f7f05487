import type { Character } from "@timbre/contract/studio/cast-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { counted } from "../../../../lib/text/format.ts";
import { useMergeCharacter } from "../cast.queries.ts";

type MergeDialogProps = {
	projectId: string;
	character: Character;
	/** Not empty. */
	others: readonly Character[];
	onMerged: (into: Character) => void;
	onClose: () => void;
};

/** Asks which character gets the lines of another one. */
export function MergeDialog({ projectId, character, others, onMerged, onClose }: MergeDialogProps) {
	const [chosen, setChosen] = useState(others[0]?.character_id ?? "");
	const merge = useMergeCharacter(projectId);
	const { character_id, name, lines } = character;
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={`Merge ${name}`}
			description={`This moves ${counted(lines, "line")} and all names of ${name} to another character. It can't be undone.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button
						variant="primary"
						busy={merge.isPending}
						onClick={() => merge.mutate({ id: character_id, into: chosen }, { onSuccess: onMerged })}
					>
						Merge characters
					</Button>
				</>
			}
		>
			<Field label="Merge into" className="p-px">
				{({ id }) => (
					<Select
						id={id}
						value={chosen}
						onChange={setChosen}
						options={others.map((other) => ({
							value: other.character_id,
							label: other.name,
							aside: counted(other.lines, "line"),
						}))}
						className="w-full"
					/>
				)}
			</Field>
			{merge.isError ? (
				<div className="mt-4">
					<FormError>{messageOf(merge.error)}</FormError>
				</div>
			) : null}
		</Dialog>
	);
}

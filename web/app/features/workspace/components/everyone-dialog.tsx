import { type Feature, usualFeatures } from "@timbre/contract/permissions.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { useState } from "react";
import { useWorkspaceChange } from "../workspace.queries.ts";
import { FeaturePicker } from "./feature-picker.tsx";

type EveryoneDialogProps = { everyone: ReadonlySet<Feature>; onClose: () => void };

/** What every editor of the workspace may use, whatever groups they are in. */
export function EveryoneDialog({ everyone, onClose }: EveryoneDialogProps) {
	const change = useWorkspaceChange("Rights of all members saved");
	const [value, setValue] = useState(everyone);
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="What all members may"
			description="Holds for every editor from the next call on, and for their keys. Admins may everything."
			className="max-w-lg"
			footer={
				<>
					<Button className="mr-auto" variant="quiet" onClick={() => setValue(new Set(usualFeatures))}>
						As usual
					</Button>
					<Button onClick={onClose}>Cancel</Button>
					<Button
						variant="primary"
						busy={change.isPending}
						onClick={() => change.mutate({ all_members_permissions: [...value] }, { onSuccess: onClose })}
					>
						Save
					</Button>
				</>
			}
		>
			<FeaturePicker value={value} onChange={setValue} />
		</Dialog>
	);
}

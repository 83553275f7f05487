import { defaultFeatures, type Feature } from "@timbre/contract/permissions.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useState } from "react";
import { useUpdateWorkspace } from "../../workspace.queries.ts";
import { FeaturePicker } from "./feature-picker.tsx";

type MemberPermissionsDialogProps = { everyone: ReadonlySet<Feature>; onClose: () => void };

/** Edits the permissions of all editors, regardless of their groups. */
export function MemberPermissionsDialog({ everyone, onClose }: MemberPermissionsDialogProps) {
	const change = useUpdateWorkspace("Member permissions saved");
	const [value, setValue] = useState(everyone);
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Member permissions"
			description="Applies to all editors and their API keys immediately. Admins always have full access."
			className="max-w-lg"
			footer={
				<>
					<Button className="mr-auto" variant="quiet" onClick={() => setValue(new Set(defaultFeatures))}>
						Reset to defaults
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

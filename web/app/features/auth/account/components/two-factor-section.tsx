import { useQueryClient } from "@tanstack/react-query";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useState } from "react";
import { toaster } from "../../../../lib/page/toaster.ts";
import { refreshSession } from "../../../../shell/session/session.ts";
import { TwoFactorDialog } from "../../auth.two-factor.public.tsx";
import { createBackupCodes, removeSecondFactor } from "../account.queries.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";

type OpenDialog = "nothing" | "adding" | "removing" | "renewing" | { codes: string[] };

export function TwoFactorSection({ enabled }: { enabled: boolean }) {
	const queryClient = useQueryClient();
	const [dialog, setDialog] = useState<OpenDialog>("nothing");
	const close = () => setDialog("nothing");
	const actions = enabled ? (
		<div className="flex flex-wrap gap-2">
			<Button onClick={() => setDialog("renewing")}>New backup codes</Button>
			<Button onClick={() => setDialog("removing")}>Turn off</Button>
		</div>
	) : (
		<Button variant="primary" onClick={() => setDialog("adding")}>
			Set up
		</Button>
	);
	return (
		<>
			<SettingsSection
				title="Two-factor authentication"
				badge={enabled ? <Badge tone="positive">On</Badge> : <Badge>Off</Badge>}
				text="Require a 6-digit code from an authenticator app in addition to your password."
				action={actions}
			/>
			{dialog === "adding" ? <TwoFactorDialog onClose={close} /> : null}
			{dialog === "removing" ? (
				<PasswordDialog
					title="Turn off two-factor authentication?"
					description="You then sign in with your password alone. Your backup codes stop working."
					action="Turn off"
					tone="danger"
					onClose={close}
					send={removeSecondFactor}
					onDone={() => {
						close();
						toaster.show({ title: "Two-factor authentication is off" });
						void refreshSession(queryClient);
					}}
				/>
			) : null}
			{dialog === "renewing" ? (
				<PasswordDialog
					title="Create new backup codes?"
					description="Your current codes stop working."
					action="Create codes"
					onClose={close}
					send={createBackupCodes}
					onDone={({ backup_codes }) => setDialog({ codes: backup_codes })}
				/>
			) : null}
			{typeof dialog === "object" ? (
				<Dialog
					open
					onOpenChange={(open) => !open && close()}
					title="Save your backup codes"
					description="Each code works once. Save them now; you won't see them again."
					footer={
						<Button variant="primary" onClick={close}>
							I saved my codes
						</Button>
					}
				>
					<BackupCodes codes={dialog.codes} />
				</Dialog>
			) : null}
		</>
	);
}

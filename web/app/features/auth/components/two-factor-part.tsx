import { useQueryClient } from "@tanstack/react-query";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { useState } from "react";
import { toaster } from "../../../lib/toaster.ts";
import { sessionQuery } from "../../../shell/session.ts";
import { newBackupCodes, removeSecondFactor } from "../auth.account.queries.ts";
import { TwoFactorDialog } from "../auth.two-factor.public.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { Part } from "./part.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

type Doing = "nothing" | "adding" | "removing" | "renewing" | { codes: string[] };

export function TwoFactorPart({ enabled }: { enabled: boolean }) {
	const queryClient = useQueryClient();
	const [doing, setDoing] = useState<Doing>("nothing");
	const close = () => setDoing("nothing");
	const actions = enabled ? (
		<div className="flex flex-wrap gap-2">
			<Button onClick={() => setDoing("renewing")}>New backup codes</Button>
			<Button onClick={() => setDoing("removing")}>Switch off</Button>
		</div>
	) : (
		<Button variant="primary" onClick={() => setDoing("adding")}>
			Set up
		</Button>
	);
	return (
		<>
			<Part
				title="Two-factor sign-in"
				badge={enabled ? <Badge tone="positive">On</Badge> : <Badge>Off</Badge>}
				text="Beside your password, an app on your phone is asked for 6 digits. Who only knows the password stays outside."
				action={actions}
			/>
			{doing === "adding" ? <TwoFactorDialog onClose={close} /> : null}
			{doing === "removing" ? (
				<PasswordDialog
					title="Switch two-factor sign-in off?"
					description="Your password alone opens your account then. Your backup codes stop working."
					action="Switch off"
					tone="danger"
					onClose={close}
					send={removeSecondFactor}
					onDone={() => {
						close();
						toaster.show({ title: "Two-factor sign-in is off" });
						void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
					}}
				/>
			) : null}
			{doing === "renewing" ? (
				<PasswordDialog
					title="Make new backup codes?"
					description="The codes you have now stop working."
					action="Make new codes"
					onClose={close}
					send={newBackupCodes}
					onDone={({ backup_codes }) => setDoing({ codes: backup_codes })}
				/>
			) : null}
			{typeof doing === "object" ? (
				<Dialog
					open
					onOpenChange={(open) => !open && close()}
					title="Keep these codes"
					description="Each opens your account once if you lose the app. They are not shown again."
					footer={
						<Button variant="primary" onClick={close}>
							I have kept them
						</Button>
					}
				>
					<BackupCodes codes={doing.codes} />
				</Dialog>
			) : null}
		</>
	);
}

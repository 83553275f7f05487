import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useState } from "react";
import type { Session } from "../../../shell/session.ts";
import { ChangeEmailDialog } from "./change-email-dialog.tsx";
import { Part } from "./part.tsx";
import { useResend } from "./use-resend.ts";

/** The address one signs in with. */
export function EmailPart({ user }: { user: Session["user"] }) {
	const [changing, setChanging] = useState(false);
	const resend = useResend();
	return (
		<Part
			title="E-mail"
			text="You sign in with it, and mails about your account go there."
			action={<Button onClick={() => setChanging(true)}>Change e-mail</Button>}
		>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<span className="min-w-0 break-words font-medium">{user.email}</span>
				{user.emailVerified ? <Badge tone="positive">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
				{user.emailVerified ? null : (
					<Button size="small" busy={resend.isPending} onClick={() => resend.mutate(user.email)}>
						Send a link to verify it
					</Button>
				)}
			</div>
			{changing ? <ChangeEmailDialog onClose={() => setChanging(false)} /> : null}
		</Part>
	);
}

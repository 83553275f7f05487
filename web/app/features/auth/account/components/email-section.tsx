import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useState } from "react";
import type { Session } from "../../../../shell/session/session.ts";
import { useResend } from "../../components/use-resend.ts";
import { ChangeEmailDialog } from "./change-email-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function EmailSection({ user }: { user: Session["user"] }) {
	const [changing, setChanging] = useState(false);
	const resend = useResend();
	return (
		<SettingsSection
			title="Email"
			text="Used to sign in and to receive emails about your account."
			action={<Button onClick={() => setChanging(true)}>Change email</Button>}
		>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<span className="min-w-0 break-words font-medium">{user.email}</span>
				{user.emailVerified ? <Badge tone="positive">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
				{user.emailVerified ? null : (
					<Button size="small" busy={resend.isPending} onClick={() => resend.mutate(user.email)}>
						Send verification link
					</Button>
				)}
			</div>
			{changing ? <ChangeEmailDialog onClose={() => setChanging(false)} /> : null}
		</SettingsSection>
	);
}

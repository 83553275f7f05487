import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { messageOf } from "../../lib/api/api-error.ts";
import { zodForm } from "../../lib/forms/zod-form.ts";
import { toaster } from "../../lib/page/toaster.ts";
import { refreshSession } from "../../shell/session/session.ts";
import { beginSecondFactor, confirmSecondFactor } from "./account/account.queries.ts";
import { BackupCodes } from "./account/components/backup-codes.tsx";
import { PasswordDialog } from "./account/components/password-dialog.tsx";
import { QrCode } from "./account/components/qr-code.tsx";
import { CodeField } from "./components/code-field.tsx";
import { appCode } from "./model/code-form.ts";

type Secret = { totp_uri?: string; secret?: string };

/** Three steps: password, authenticator app with a code, backup codes. The second factor is active after the code. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
	const [secret, setSecret] = useState<Secret>();
	const [codes, setCodes] = useState<string[]>();
	const queryClient = useQueryClient();
	if (codes) {
		return (
			<Dialog
				open
				onOpenChange={(open) => !open && onClose()}
				title="Save your backup codes"
				description="Each code works once. Save them now; you won't see them again."
				footer={
					<Button variant="primary" onClick={onClose}>
						I saved my codes
					</Button>
				}
			>
				<BackupCodes codes={codes} />
			</Dialog>
		);
	}
	if (secret) {
		return (
			<ConfirmApp
				secret={secret}
				onClose={onClose}
				onDone={(backupCodes) => {
					setCodes(backupCodes);
					toaster.show({ title: "Two-factor authentication is on", tone: "positive" });
					void refreshSession(queryClient);
				}}
			/>
		);
	}
	return (
		<PasswordDialog
			title="Set up two-factor authentication"
			description="You need an authenticator app on your phone. First, enter your password."
			action="Continue"
			onClose={onClose}
			send={beginSecondFactor}
			onDone={setSecret}
		/>
	);
}

type ConfirmAppProps = { secret: Secret; onClose: () => void; onDone: (codes: string[]) => void };

function ConfirmApp({ secret, onClose, onDone }: ConfirmAppProps) {
	const formId = useId();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(appCode),
		defaultValues: { code: "" },
	});
	const confirming = useMutation({
		mutationFn: confirmSecondFactor,
		onSuccess: ({ backup_codes }) => onDone(backup_codes ?? []),
		onError: (error) => setError("code", { message: messageOf(error) }),
	});
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Add Timbre to your app"
			description="Scan this QR code with your authenticator app, then enter the 6-digit code."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={confirming.isPending}>
						Turn on
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-5 px-px pb-px">
				<div className="flex flex-wrap items-center gap-5">
					{secret.totp_uri ? <QrCode text={secret.totp_uri} label="QR code for your authenticator app" /> : null}
					<div className="min-w-0 flex-1 basis-40">
						<p className="text-[13px] text-muted">Can't scan it? Enter this key in the app instead:</p>
						<code className="mt-1.5 block select-all break-all font-mono text-[13px]">{secret.secret}</code>
					</div>
				</div>
				<form id={formId} method="post" noValidate onSubmit={handleSubmit(({ code }) => confirming.mutate(code))}>
					<CodeField label="Authentication code" error={formState.errors.code?.message} {...register("code")} />
				</form>
			</div>
		</Dialog>
	);
}

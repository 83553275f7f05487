import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { type FormEvent, useId, useState } from "react";
import { toaster } from "../../lib/toaster.ts";
import { sessionQuery } from "../../shell/session.ts";
import { beginSecondFactor, confirmSecondFactor } from "./auth.account.queries.ts";
import { BackupCodes } from "./components/backup-codes.tsx";
import { CodeField } from "./components/code-field.tsx";
import { PasswordDialog } from "./components/password-dialog.tsx";
import { QrCode } from "./components/qr-code.tsx";

type Secret = { totp_uri?: string; secret?: string };

/** Password, then the app and a code of it, then the backup codes: the second factor counts from the code on. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
	const [secret, setSecret] = useState<Secret>();
	const [codes, setCodes] = useState<string[]>();
	const queryClient = useQueryClient();
	if (codes) {
		return (
			<Dialog
				open
				onOpenChange={(open) => !open && onClose()}
				title="Keep these codes"
				description="Each opens your account once if you lose the app. They are not shown again."
				footer={
					<Button variant="primary" onClick={onClose}>
						I have kept them
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
					toaster.show({ title: "Two-factor sign-in is on", tone: "positive" });
					void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
				}}
			/>
		);
	}
	return (
		<PasswordDialog
			title="Set up two-factor sign-in"
			description="You need an authenticator app on your phone. First, your password."
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
	const [code, setCode] = useState("");
	const [fault, setFault] = useState<string>();
	const confirming = useMutation({
		mutationFn: confirmSecondFactor,
		onSuccess: ({ backup_codes }) => onDone(backup_codes ?? []),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const written = code.replaceAll(/\s/g, "");
		const good = /^\d{6}$/.test(written);
		setFault(good ? undefined : "Enter the 6 digits that your app shows.");
		if (good) confirming.mutate(written);
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Add Timbre to your app"
			description="Let the app read this picture, then enter the 6 digits it shows."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={confirming.isPending}>
						Switch on
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-5 px-px pb-px">
				<div className="flex flex-wrap items-center gap-5">
					{secret.totp_uri ? <QrCode text={secret.totp_uri} label="QR code for your authenticator app" /> : null}
					<div className="min-w-0 flex-1 basis-40">
						<p className="text-[13px] text-muted">No camera? Type this key into the app instead:</p>
						<code className="mt-1.5 block select-all break-all font-mono text-[13px]">{secret.secret}</code>
					</div>
				</div>
				<form id={formId} method="post" noValidate onSubmit={submit}>
					<CodeField
						label="Code of the app"
						error={fault ?? confirming.error?.message}
						value={code}
						onChange={setCode}
					/>
				</form>
			</div>
		</Dialog>
	);
}

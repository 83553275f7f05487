import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Passkey } from "@timbre/contract/auth/passkeys.ts";
import { passkeyName, signInForm } from "@timbre/contract/auth/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { KeyRound } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { ago } from "../../../../lib/text/format.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { refreshSession } from "../../../../shell/session/session.ts";
import { PasswordInput } from "../../components/password-input.tsx";
import { createCredential, passkeyError, usePasskeySupport } from "../../model/passkey-browser.ts";
import { addPasskey, beginPasskey, deletePasskey, passkeysQuery, renamePasskey } from "../account.queries.ts";
import { deviceName } from "../model/user-agent.ts";
import { SettingsSection } from "./settings-section.tsx";

type OpenDialog = "nothing" | "adding" | { kind: "renaming" | "deleting"; passkey: Passkey };

export function PasskeysSection() {
	const passkeys = useQuery(passkeysQuery);
	const queryClient = useQueryClient();
	const supported = usePasskeySupport();
	const [dialog, setDialog] = useState<OpenDialog>("nothing");
	const close = () => setDialog("nothing");
	const done = (title: string) => {
		close();
		toaster.show({ title, tone: "positive" });
		void queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
		void refreshSession(queryClient);
	};
	const needsPassword = passkeys.data?.requires_password ?? true;
	const list = passkeys.data?.passkeys;
	return (
		<>
			<SettingsSection
				title="Passkeys"
				text="Sign in with your fingerprint, face or device PIN instead of your password and a code."
				action={
					supported && passkeys.data ? (
						<Button variant={list?.length ? "secondary" : "primary"} onClick={() => setDialog("adding")}>
							Add passkey
						</Button>
					) : null
				}
			>
				{passkeys.isPending ? <Skeleton className="h-10" /> : null}
				{passkeys.isError ? <LoadFailure title="Couldn't load your passkeys" query={passkeys} /> : null}
				{list?.length === 0 ? (
					<p className="text-muted">{supported ? "No passkeys yet." : "This browser doesn't support passkeys here."}</p>
				) : null}
				{list?.length ? (
					<ul aria-label="Passkeys" className="-my-3">
						{list.map((passkey) => (
							<Row
								key={passkey.passkey_id}
								passkey={passkey}
								onRename={() => setDialog({ kind: "renaming", passkey })}
								onDelete={() => setDialog({ kind: "deleting", passkey })}
							/>
						))}
					</ul>
				) : null}
			</SettingsSection>
			{dialog === "adding" ? (
				<AddDialog needsPassword={needsPassword} onClose={close} onDone={() => done("Passkey added")} />
			) : null}
			{typeof dialog === "object" && dialog.kind === "renaming" ? (
				<RenameDialog passkey={dialog.passkey} onClose={close} onDone={() => done("Passkey renamed")} />
			) : null}
			{typeof dialog === "object" && dialog.kind === "deleting" ? (
				<DeleteDialog
					passkey={dialog.passkey}
					needsPassword={needsPassword}
					onClose={close}
					onDone={() => done("Passkey deleted")}
				/>
			) : null}
		</>
	);
}

type RowProps = { passkey: Passkey; onRename: () => void; onDelete: () => void };

function Row({ passkey, onRename, onDelete }: RowProps) {
	const used = passkey.last_used_at_unix;
	return (
		<li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0">
			<KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
			<div className="min-w-0 flex-1 basis-40">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<span className="break-words font-medium">{passkey.name}</span>
					{passkey.synced ? <Badge>Synced</Badge> : null}
				</p>
				<p className="text-[13px] text-muted">
					added {ago(passkey.created_at_unix)}, {used === null ? "never used" : `last used ${ago(used)}`}
				</p>
			</div>
			<div className="flex gap-2">
				<Button size="small" onClick={onRename}>
					Rename<span className="sr-only"> {passkey.name}</span>
				</Button>
				<Button size="small" onClick={onDelete}>
					Delete<span className="sr-only"> {passkey.name}</span>
				</Button>
			</div>
		</li>
	);
}

type DialogProps = { onClose: () => void; onDone: () => void };
const noPassword = z.object({ name: passkeyName, password: z.string() });
const withPassword = noPassword.extend({ password: signInForm.shape.password });

function AddDialog({ needsPassword, onClose, onDone }: DialogProps & { needsPassword: boolean }) {
	const formId = useId();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(needsPassword ? withPassword : noPassword),
		defaultValues: { name: deviceName(navigator.userAgent), password: "" },
	});
	const adding = useMutation({
		mutationFn: async ({ name, password }: { name: string; password: string }) => {
			const { options } = await beginPasskey(needsPassword ? password : undefined);
			return addPasskey(name, await createCredential(options));
		},
		onSuccess: onDone,
		onError: (error) => {
			const message = passkeyError(error);
			const field = message === undefined && needsPassword ? "password" : "name";
			setError(field, { message: message ?? messageOf(error) });
		},
	});
	return (
		<FormDialog
			title="Add a passkey"
			description="Your browser then asks where to save it."
			action="Continue"
			formId={formId}
			busy={adding.isPending}
			onClose={onClose}
		>
			<form
				id={formId}
				method="post"
				noValidate
				className="flex flex-col gap-5 px-px pb-px"
				onSubmit={handleSubmit((input) => adding.mutate(input))}
			>
				<Field label="Name" hint="Helps you recognize it in this list." error={formState.errors.name?.message}>
					{(control) => <Input autoComplete="off" {...control} {...register("name")} />}
				</Field>
				{needsPassword ? (
					<Field label="Your password" error={formState.errors.password?.message}>
						{(control) => <PasswordInput autoComplete="current-password" {...control} {...register("password")} />}
					</Field>
				) : null}
			</form>
		</FormDialog>
	);
}

function RenameDialog({ passkey, onClose, onDone }: DialogProps & { passkey: Passkey }) {
	const formId = useId();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(z.object({ name: passkeyName })),
		defaultValues: { name: passkey.name },
	});
	const renaming = useMutation({
		mutationFn: (name: string) => renamePasskey(passkey.passkey_id, name),
		onSuccess: onDone,
		onError: (error) => setError("name", { message: messageOf(error) }),
	});
	return (
		<FormDialog title="Rename passkey" action="Save" formId={formId} busy={renaming.isPending} onClose={onClose}>
			<form
				id={formId}
				method="post"
				noValidate
				className="px-px pb-px"
				onSubmit={handleSubmit(({ name }) => renaming.mutate(name))}
			>
				<Field label="Name" error={formState.errors.name?.message}>
					{(control) => <Input autoComplete="off" {...control} {...register("name")} />}
				</Field>
			</form>
		</FormDialog>
	);
}

function DeleteDialog(props: DialogProps & { passkey: Passkey; needsPassword: boolean }) {
	const { passkey, needsPassword, onClose, onDone } = props;
	const formId = useId();
	const [failure, setFailure] = useState<string>();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(needsPassword ? withPassword.pick({ password: true }) : noPassword.pick({ password: true })),
		defaultValues: { password: "" },
	});
	const deleting = useMutation({
		mutationFn: (password: string) => deletePasskey(passkey.passkey_id, needsPassword ? password : undefined),
		onSuccess: onDone,
		onError: (error) =>
			needsPassword ? setError("password", { message: messageOf(error) }) : setFailure(messageOf(error)),
	});
	return (
		<FormDialog
			title={`Delete “${passkey.name}”?`}
			description="You can no longer sign in with it. Also delete it from your device or password manager."
			action="Delete passkey"
			tone="danger"
			formId={formId}
			busy={deleting.isPending}
			onClose={onClose}
		>
			<form
				id={formId}
				method="post"
				noValidate
				className="px-px pb-px"
				onSubmit={handleSubmit(({ password }) => deleting.mutate(password))}
			>
				{needsPassword ? (
					<Field label="Your password" error={formState.errors.password?.message}>
						{(control) => <PasswordInput autoComplete="current-password" {...control} {...register("password")} />}
					</Field>
				) : null}
				{failure ? (
					<p role="alert" className="text-danger">
						{failure}
					</p>
				) : null}
			</form>
		</FormDialog>
	);
}

type FormDialogProps = {
	title: string;
	description?: string;
	action: string;
	tone?: "primary" | "danger";
	formId: string;
	busy: boolean;
	onClose: () => void;
	children: ReactNode;
};

function FormDialog({
	title,
	description,
	action,
	tone = "primary",
	formId,
	busy,
	onClose,
	children,
}: FormDialogProps) {
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={title}
			description={description}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant={tone} busy={busy}>
						{action}
					</Button>
				</>
			}
		>
			{children}
		</Dialog>
	);
}

import { useMutation } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
import { workspacePaths } from "@timbre/contract/workspace/paths.ts";
import { acceptAfterCancelMs } from "@timbre/contract/workspace/rules.ts";
import type { JoinInfo } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../../../lib/api/api.ts";
import { isApiError, toastMessage } from "../../../../lib/api/api-error.ts";
import { reloadWorkspace } from "../../../../shell/navigation/workspace-switcher.tsx";

type JoinDialogProps = { code: string; info: JoinInfo; onClose: () => void };

const accept = (code: string) => call(workspacePaths.acceptInvite, { params: { code } });

/** Asks for confirmation, since workspace admins gain control over the account. A paid plan must be canceled first. */
export function JoinDialog({ code, info, onClose }: JoinDialogProps) {
	const joining = useMutation({ mutationFn: () => accept(code), onSuccess: reloadWorkspace });
	const paying = isApiError(joining.error) && joining.error.code === "user_has_active_subscription";
	if (paying) return <CancelDialog code={code} info={info} onClose={onClose} />;
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Join workspace"
			description={`You'll switch to “${info.workspace_name}”. You keep your own workspace and can switch back anytime.`}
			footer={
				<>
					<Button onClick={onClose}>Close</Button>
					<Button variant="primary" busy={joining.isPending || joining.isSuccess} onClick={() => joining.mutate()}>
						Join workspace
					</Button>
				</>
			}
		>
			<Warning>
				Admins of “{info.workspace_name}” gain full control over your account: they can see and edit what you create,
				and they can delete your account.
			</Warning>
			<Failure error={joining.error} />
		</Dialog>
	);
}

function CancelDialog({ code, info, onClose }: JoinDialogProps) {
	const canceling = useMutation({
		mutationFn: async () => {
			await call(accountPaths.cancelToJoin, { params: { code } });
			await new Promise((resolve) => setTimeout(resolve, acceptAfterCancelMs));
			await accept(code);
		},
		onSuccess: reloadWorkspace,
	});
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Cancel subscription to join this workspace"
			description={`You have a paid plan. Cancel it to join “${info.workspace_name}”.`}
			footer={
				<>
					<Button onClick={onClose}>Close</Button>
					<Button variant="danger" busy={canceling.isPending || canceling.isSuccess} onClick={() => canceling.mutate()}>
						Cancel subscription & Join workspace
					</Button>
				</>
			}
			className="max-w-lg"
		>
			<Warning>
				Your plan ends immediately and without refund. Admins of “{info.workspace_name}” gain full control over your
				account: they can see and edit what you create, and they can delete your account.
			</Warning>
			<Failure error={canceling.error} />
		</Dialog>
	);
}

function Warning({ children }: { children: ReactNode }) {
	return (
		<p className="flex items-start gap-2.5 rounded-card border border-line bg-sunken px-3.5 py-3">
			<TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
			<span>{children}</span>
		</p>
	);
}

function Failure({ error }: { error: Error | null }) {
	if (!error) return null;
	return (
		<p role="alert" className="mt-3 text-danger">
			{toastMessage(error)}
		</p>
	);
}

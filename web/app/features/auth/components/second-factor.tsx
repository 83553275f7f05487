import { useMutation } from "@tanstack/react-query";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { confirm } from "../../../lib/forms/confirm.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { removeSecondFactor, verifySecondFactor } from "../auth.queries.ts";
import { appCode, codeForm } from "../model/code-form.ts";
import { AuthForm, textLink } from "./auth-form.tsx";
import { CodeField } from "./code-field.tsx";

type SecondFactorProps = { onEnter: () => void; onBack: () => void };

const kinds = {
	totp: {
		title: "Two-factor authentication",
		description: "Enter the 6-digit code that your authenticator app shows for Timbre.",
		label: "Authentication code",
		form: appCode,
		instead: "Use a backup code",
	},
	"backup-code": {
		title: "Enter a backup code",
		description: "Enter one of the codes you saved when you set up two-factor authentication. Each code works once.",
		label: "Backup code",
		form: codeForm(z.string().regex(/\w/, "Enter one of your backup codes.")),
		instead: "Use your authenticator app",
	},
} as const;

/** The second sign-in step, after the password. */
export function SecondFactor({ onEnter, onBack }: SecondFactorProps) {
	const [kind, setKind] = useState<keyof typeof kinds>("totp");
	const [trustDevice, setTrustDevice] = useState(false);
	const entering = useMutation({ mutationFn: verifySecondFactor, onSuccess: onEnter });
	const removal = useMutation({ mutationFn: removeSecondFactor, onSuccess: onEnter });
	const copy = kinds[kind];
	const { register, handleSubmit, formState, reset } = useForm({
		resolver: zodForm(copy.form),
		defaultValues: { code: "" },
	});
	const swap = () => {
		setKind(kind === "totp" ? "backup-code" : "totp");
		reset();
		entering.reset();
		removal.reset();
	};
	const remove = handleSubmit(async ({ code }) => {
		const { confirmed } = await confirm({
			title: "Turn off two-factor authentication?",
			description: "This uses up the code. You then sign in with your password alone until you set up an app again.",
			action: "Turn off and sign in",
		});
		if (confirmed) removal.mutate(code);
	});
	return (
		<AuthForm
			key={kind}
			title={copy.title}
			description={copy.description}
			submit="Continue"
			busy={entering.isPending || removal.isPending}
			error={(entering.error ?? removal.error)?.message}
			onSubmit={handleSubmit(({ code }) => entering.mutate({ kind, code, trustDevice }))}
			more={
				<div className="mt-6 flex flex-col items-start gap-3">
					<button type="button" className={textLink} onClick={swap}>
						{copy.instead}
					</button>
					{kind === "backup-code" ? (
						<button type="button" className={textLink} onClick={() => void remove()}>
							I lost my app: turn off two-factor authentication
						</button>
					) : null}
					<button type="button" className={textLink} onClick={onBack}>
						Back to password
					</button>
				</div>
			}
		>
			<CodeField
				label={copy.label}
				error={formState.errors.code?.message}
				autoFocus
				letters={kind !== "totp"}
				{...register("code")}
			/>
			{kind === "totp" ? (
				<Checkbox label="Don't ask again on this device for 30 days" checked={trustDevice} onChange={setTrustDevice} />
			) : null}
		</AuthForm>
	);
}

import { useMutation } from "@tanstack/react-query";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { type FormEvent, useState } from "react";
import { confirm } from "../../../lib/confirm.ts";
import { removeSecondFactor, verifySecondFactor } from "../auth.queries.ts";
import { AuthForm, textLink } from "./auth-form.tsx";
import { CodeField } from "./code-field.tsx";

type SecondFactorProps = { onEnter: () => void; onBack: () => void };

const kinds = {
	totp: {
		title: "Your second factor",
		description: "Open your authenticator app and enter the 6 digits it shows for Timbre.",
		label: "Code of the app",
		fault: "Enter the 6 digits that your app shows.",
		shape: /^\d{6}$/,
		instead: "Use a backup code",
	},
	"backup-code": {
		title: "A backup code",
		description: "Enter one of the codes you kept when you set up the second factor. Each works once.",
		label: "Backup code",
		fault: "Enter one of your backup codes.",
		shape: /\w/,
		instead: "Use the app",
	},
} as const;

/** The password was right; now what only the person has. */
export function SecondFactor({ onEnter, onBack }: SecondFactorProps) {
	const [kind, setKind] = useState<keyof typeof kinds>("totp");
	const [code, setCode] = useState("");
	const [trustDevice, setTrustDevice] = useState(false);
	const [fault, setFault] = useState<string>();
	const entering = useMutation({ mutationFn: verifySecondFactor, onSuccess: onEnter });
	const removal = useMutation({ mutationFn: removeSecondFactor, onSuccess: onEnter });
	const words = kinds[kind];
	const written = code.replaceAll(/\s/g, "");
	const fits = () => {
		const good = words.shape.test(written);
		setFault(good ? undefined : words.fault);
		return good;
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (fits()) entering.mutate({ kind, code: written, trustDevice });
	};
	const swap = () => {
		setKind(kind === "totp" ? "backup-code" : "totp");
		setCode("");
		setFault(undefined);
		entering.reset();
		removal.reset();
	};
	const remove = async () => {
		if (!fits()) return;
		const { confirmed } = await confirm({
			title: "Switch the second factor off?",
			description: "This code is used up, and your password alone opens the account until you set up an app again.",
			action: "Switch off and sign in",
		});
		if (confirmed) removal.mutate(written);
	};
	return (
		<AuthForm
			key={kind}
			title={words.title}
			description={words.description}
			submit="Continue"
			busy={entering.isPending || removal.isPending}
			error={(entering.error ?? removal.error)?.message}
			onSubmit={submit}
			more={
				<div className="mt-6 flex flex-col items-start gap-3">
					<button type="button" className={textLink} onClick={swap}>
						{words.instead}
					</button>
					{kind === "backup-code" ? (
						<button type="button" className={textLink} onClick={() => void remove()}>
							I have lost the app: switch the second factor off
						</button>
					) : null}
					<button type="button" className={textLink} onClick={onBack}>
						Back to the password
					</button>
				</div>
			}
		>
			<CodeField
				label={words.label}
				error={fault}
				value={code}
				onChange={setCode}
				autoFocus
				letters={kind !== "totp"}
			/>
			{kind === "totp" ? (
				<Checkbox label="Do not ask on this device for 30 days" checked={trustDevice} onChange={setTrustDevice} />
			) : null}
		</AuthForm>
	);
}

import { useMutation } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { fetchPasskeyOptions, signInWithPasskey } from "../auth.queries.ts";
import { canSuggestPasskeys, getCredential, passkeyError, usePasskeySupport } from "../model/passkey-browser.ts";

type PasskeyButtonProps = { rememberMe: boolean; onEnter: () => void; onError: (message: string) => void };

/** Signs in with a passkey, chosen in the email field's suggestions or after pressing the button. */
export function PasskeyButton({ rememberMe, onEnter, onError }: PasskeyButtonProps) {
	const supported = usePasskeySupport();
	// A page can have one request at a time, so the button ends the one for suggestions.
	const suggesting = useRef<AbortController>(null);
	const entering = useMutation({
		mutationFn: async (choose: () => Promise<Record<string, unknown>>) => signInWithPasskey(await choose(), rememberMe),
		onSuccess: onEnter,
		onError: (error) => onError(passkeyError(error) ?? messageOf(error)),
	});
	const { mutate } = entering;
	useEffect(() => {
		const ended = new AbortController();
		suggesting.current = ended;
		void suggestPasskey(ended.signal).then((credential) => credential && mutate(async () => credential));
		return () => ended.abort();
	}, [mutate]);
	if (!supported) return null;
	const choose = async () => {
		suggesting.current?.abort();
		return getCredential(await fetchPasskeyOptions(), {});
	};
	return (
		<Button size="large" className="mt-3 w-full" busy={entering.isPending} onClick={() => entering.mutate(choose)}>
			<KeyRound aria-hidden="true" />
			Continue with a passkey
		</Button>
	);
}

/** Resolves once the user picks a passkey among the browser's suggestions. Never rejects: the form works without. */
async function suggestPasskey(signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
	try {
		if (!(await canSuggestPasskeys()) || signal.aborted) return undefined;
		const options = await fetchPasskeyOptions();
		return signal.aborted ? undefined : await getCredential(options, { mediation: "conditional", signal });
	} catch {
		return undefined;
	}
}

import { useMutation } from "@tanstack/react-query";
import { toaster } from "../../../lib/page/toaster.ts";
import { sendVerificationEmail } from "../auth.queries.ts";

/** Sends the verification email again and shows the result in a toast. */
export function useResend() {
	return useMutation({
		mutationFn: (email: string) => sendVerificationEmail(email),
		onSuccess: (_, email) =>
			toaster.show({
				title: "Check your email",
				detail: `If ${email} still needs to be verified, a link is on its way.`,
			}),
		onError: () => toaster.show({ tone: "danger", title: "An error occured while sending the verification email." }),
	});
}

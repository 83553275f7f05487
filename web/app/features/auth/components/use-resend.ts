import { useMutation } from "@tanstack/react-query";
import { toaster } from "../../../lib/toaster.ts";
import { sendVerificationEmail } from "../auth.queries.ts";

/** Mails the link once more, and says whether that worked. */
export function useResend() {
	return useMutation({
		mutationFn: (email: string) => sendVerificationEmail(email),
		onSuccess: (_, email) =>
			toaster.show({ title: "A link is on its way", detail: `To ${email}, if it still has to be verified.` }),
		onError: () => toaster.show({ tone: "danger", title: "An error occured while sending the verification email." }),
	});
}

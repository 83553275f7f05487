import { type SocialErrorCode, socialErrors } from "@timbre/contract/auth/rules.ts";
import { ssoErrors } from "@timbre/contract/workspace/rules.ts";
import type { SsoErrorCode } from "@timbre/contract/workspace/sso.ts";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { toaster } from "../../../lib/page/toaster.ts";

const unknown = "The sign-in failed. Try again, or sign in another way.";
const isSso = (code: string): code is SsoErrorCode => Object.hasOwn(ssoErrors, code);
const isSocial = (code: string): code is SocialErrorCode => Object.hasOwn(socialErrors, code);

/**
 * The error for a failed sign-in at an identity provider. Only the code is taken from the URL, since text in it can be
 * forged.
 */
export function useSignInError(): string | undefined {
	const [search] = useSearchParams();
	const code = search.get("error");
	const message = code === null ? undefined : messageFor(code);
	const title = code !== null && isSso(code) ? "Single sign-on failed" : "Couldn't sign you in";
	const shown = useRef(false);
	useEffect(() => {
		if (message === undefined || shown.current) return;
		shown.current = true;
		toaster.show({ tone: "danger", title, detail: message });
	}, [message, title]);
	return message;
}

function messageFor(code: string): string {
	return isSso(code) ? ssoErrors[code] : isSocial(code) ? socialErrors[code] : unknown;
}

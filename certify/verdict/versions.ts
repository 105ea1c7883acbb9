/** VER-1: the version of the API document that the stages cite. */
export const OPENAPI_VERSION = '1.0.0';
